import type { Map as GlMap } from 'maplibre-gl'

/** Pixels of an icon and of its halo, and how many of the image make one of them. */
const [size, halo, pixelRatio] = [15, 1.5, 2]

let loading: Promise<Record<string, string>> | undefined

/** The outlines of the icons by name; none where they cannot be had. */
function loadIcons(): Promise<Record<string, string>> {
  loading ??= fetch('/assets/icons.json')
    .then((response) => response.json())
    .catch(() => ({}))
  return loading
}

/** Draws the icons that the style names, when they are first seen, and anew those of another theme. */
export function drawIcons(map: GlMap, isDark: boolean): void {
  map.setMissingStyleImageResolver(async (name) => {
    const path = (await loadIcons())[name]
    if (path && !map.hasImage(name)) map.addImage(name, iconImage(path, isDark), { pixelRatio })
  })
  void loading?.then((paths) => {
    for (const [name, path] of Object.entries(paths)) {
      if (map.hasImage(name)) map.updateImage(name, iconImage(path, isDark))
    }
  })
}

function iconImage(path: string, isDark: boolean): ImageData {
  const pixels = (size + 2 * halo) * pixelRatio
  const context = new OffscreenCanvas(pixels, pixels).getContext('2d')!
  context.scale(pixelRatio, pixelRatio)
  context.translate(halo, halo)
  const outline = new Path2D(path)
  context.lineWidth = 2 * halo
  context.lineJoin = 'round'
  context.strokeStyle = isDark ? 'rgba(0,0,0,0.75)' : 'rgba(255,255,255,0.9)'
  context.stroke(outline)
  context.fillStyle = isDark ? '#c3cad3' : '#4a4a68'
  context.fill(outline)
  return context.getImageData(0, 0, pixels, pixels)
}

import type { Map as GlMap } from 'maplibre-gl'

/** Side of an icon and width of its halo in CSS pixels, and image pixels per CSS pixel. */
const [size, halo, pixelRatio] = [15, 1.5, 2]

let loading: Promise<Record<string, string>> | undefined

/** Loads the outlines of the icons, by name. Resolves to an empty object if the request fails; it is not repeated. */
function loadIcons(): Promise<Record<string, string>> {
  loading ??= fetch('/assets/icons.json')
    .then((response) => response.json())
    .catch(() => ({}))
  return loading
}

/** Draws an icon when the style first needs it, and redraws the existing icons in the colours of the theme. */
export function drawIcons(map: GlMap, isDark: boolean): void {
  map.setMissingStyleImageResolver(async (name) => {
    const path = (await loadIcons())[name]
    if (path && !map.hasImage(name)) map.addImage(name, drawIcon(path, isDark), { pixelRatio })
  })
  void loading?.then((paths) => {
    for (const [name, path] of Object.entries(paths)) {
      if (map.hasImage(name)) map.updateImage(name, drawIcon(path, isDark))
    }
  })
}

function drawIcon(path: string, isDark: boolean): ImageData {
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

/** Red, green and blue, 0 to 255. */
type Color = readonly [number, number, number]

interface Palette {
  shadow: Color
  light: Color
  steep: Color
  /** Opacity of the steepest slope, 0 to 1. */
  opacity: number
}

const palettes: Record<'light' | 'dark', Palette> = {
  light: { shadow: [74, 68, 56], light: [255, 255, 255], steep: [106, 97, 80], opacity: 0.75 },
  dark: { shadow: [5, 8, 10], light: [109, 122, 116], steep: [12, 18, 16], opacity: 1 },
}

/** Direction of the light, radians clockwise from north: north-west, as on most maps. */
const lightAzimuth = (315 * Math.PI) / 180

/**
 * Exaggeration of heights, which increases as the map zooms out: `factor` at zoom level `untilZoom` and above, then
 * doubled `perZoom` times per level.
 */
const exaggeration = { perZoom: 0.3, untilZoom: 15, factor: 0.6 }

interface ShadeOptions {
  /** Pixels along a side of the tile. */
  side: number
  pixelMeters: number
  zoom: number
  isDark: boolean
}

/**
 * Computes the hillshading of a tile as RGBA pixels. Flat ground is transparent, slopes that face the light are lit,
 * slopes that face away from it are in shadow, and steeper slopes are darker. Slope and aspect follow from the eight
 * neighbours of a pixel (Horn 1981), so `heights`, in metres, includes a border of one pixel.
 */
export function computeShading(
  heights: Float32Array,
  { side, pixelMeters, zoom, isDark }: ShadeOptions,
): Uint8ClampedArray<ArrayBuffer> {
  const { shadow, light, steep, opacity } = palettes[isDark ? 'dark' : 'light']
  const { perZoom, untilZoom, factor } = exaggeration
  const scale = (factor * 2 ** (perZoom * Math.max(0, untilZoom - zoom))) / (8 * pixelMeters)
  const across = side + 2
  const pixels = new Uint8ClampedArray(4 * side * side)
  for (let i = 0; i < side * side; i++) {
    const at = (Math.floor(i / side) + 1) * across + (i % side) + 1
    const height = (dx: number, dy: number) => heights[at + dx + dy * across]!
    const east =
      scale * (height(1, -1) + 2 * height(1, 0) + height(1, 1)) -
      scale * (height(-1, -1) + 2 * height(-1, 0) + height(-1, 1))
    const south =
      scale * (height(-1, 1) + 2 * height(0, 1) + height(1, 1)) -
      scale * (height(-1, -1) + 2 * height(0, -1) + height(1, -1))
    const gradient = Math.hypot(east, south)
    if (gradient === 0) continue
    // Downhill direction, clockwise from north, and its angle to the light as a share of half a turn.
    const aspect = Math.atan2(-east, south)
    const away =
      Math.abs(Math.atan2(Math.sin(aspect - lightAzimuth), Math.cos(aspect - lightAzimuth))) /
      Math.PI
    // Sine and cosine of the slope.
    const cosine = 1 / Math.hypot(1, gradient)
    const sine = gradient * cosine
    const [over, under] = [sine * opacity, (1 - cosine) * opacity]
    const alpha = over + under * (1 - over)
    for (let band = 0; band < 3; band++) {
      const lit = light[band]! + (shadow[band]! - light[band]!) * away
      pixels[4 * i + band] = (lit * over + steep[band]! * under * (1 - over)) / alpha
    }
    pixels[4 * i + 3] = 255 * alpha
  }
  return pixels
}

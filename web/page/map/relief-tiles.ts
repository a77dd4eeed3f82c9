import { addProtocol } from 'maplibre-gl'
import { latitudeOf, type Relief, type TilePlace, tileSide } from './relief.ts'
import { shade } from './shading.ts'

const equatorMeters = 40_075_017

/** Lets the map ask for `relief://zoom/x/y`, heights for 3D, and for `shade://light/zoom/x/y`, slopes as colours. */
export function serveRelief(relief: Relief): void {
  addProtocol('relief', async ({ url }) => {
    const [place] = placeOf(url)
    return { data: await imageOf(terrarium(await relief.grid(place, 0))) }
  })
  addProtocol('shade', async ({ url }) => {
    const [place, theme] = placeOf(url)
    const { zoom, y } = place
    const heights = await relief.grid(place, 1)
    const latitude = (latitudeOf((y + 0.5) / 2 ** zoom) * Math.PI) / 180
    const pixelMeters = (equatorMeters * Math.cos(latitude)) / 2 ** zoom / tileSide
    const colors = shade(heights, { side: tileSide, pixelMeters, zoom, isDark: theme === 'dark' })
    return { data: await imageOf(colors) }
  })
}

function placeOf(url: string): [place: TilePlace, theme: string] {
  const [y = 0, x = 0, zoom = 0, theme = ''] = url.split('/').toReversed()
  return [{ zoom: Number(zoom), x: Number(x), y: Number(y) }, String(theme)]
}

/** Heights as the colours of Terrarium: 1/256 m, from 32,768 m below the sea. */
function terrarium(heights: Float32Array): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * heights.length)
  for (const [i, height] of heights.entries()) {
    const units = Math.round((height + 32768) * 256)
    pixels[4 * i] = units >> 16
    pixels[4 * i + 1] = (units >> 8) & 255
    pixels[4 * i + 2] = units & 255
    pixels[4 * i + 3] = 255
  }
  return pixels
}

function imageOf(pixels: Uint8ClampedArray<ArrayBuffer>): Promise<ImageBitmap> {
  return createImageBitmap(new ImageData(pixels, tileSide, tileSide))
}

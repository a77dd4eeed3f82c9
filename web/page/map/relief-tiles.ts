import { addProtocol } from 'maplibre-gl'
import { type Relief, type TilePlace, tileSide, toLatitude } from './relief.ts'
import { computeShading } from './shading.ts'

const equatorMeters = 40_075_017

/**
 * Registers two protocols with the map: `relief://zoom/x/y` returns heights for 3D, and `shade://light/zoom/x/y`
 * returns hillshading as an image.
 */
export function serveRelief(relief: Relief): void {
  addProtocol('relief', async ({ url }) => {
    const [place] = parseTileUrl(url)
    return { data: await toImage(encodeTerrarium(await relief.readGrid(place, 0))) }
  })
  addProtocol('shade', async ({ url }) => {
    const [place, theme] = parseTileUrl(url)
    const { zoom, y } = place
    const heights = await relief.readGrid(place, 1)
    const latitude = (toLatitude((y + 0.5) / 2 ** zoom) * Math.PI) / 180
    const pixelMeters = (equatorMeters * Math.cos(latitude)) / 2 ** zoom / tileSide
    const colors = computeShading(heights, {
      side: tileSide,
      pixelMeters,
      zoom,
      isDark: theme === 'dark',
    })
    return { data: await toImage(colors) }
  })
}

function parseTileUrl(url: string): [place: TilePlace, theme: string] {
  const [y = 0, x = 0, zoom = 0, theme = ''] = url.split('/').toReversed()
  return [{ zoom: Number(zoom), x: Number(x), y: Number(y) }, String(theme)]
}

/** Encodes heights as Terrarium colours, in units of 1/256 m from 32,768 m below sea level. */
function encodeTerrarium(heights: Float32Array): Uint8ClampedArray<ArrayBuffer> {
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

function toImage(pixels: Uint8ClampedArray<ArrayBuffer>): Promise<ImageBitmap> {
  return createImageBitmap(new ImageData(pixels, tileSide, tileSide))
}

import { GeoTIFF } from 'geotiff'
import { type RasterGrid, tileCount } from './grid.ts'
import type { TileChecksums } from './tile-checksums.ts'
import type { TileFormat } from './tile-decoder.ts'

/** Gives bytes of the file; fewer where it ends. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>

/** Everything there is to know of a raster before its tiles are read. */
export interface RasterHeader {
  grid: RasterGrid
  format: TileFormat
  /** What stands for no data. */
  noData: number
  /** Where each tile lies in the file, by its number in row order; 0 bytes when it is not stored. */
  tileOffsets: ArrayLike<number>
  tileByteCounts: ArrayLike<number>
  /** What the stored bytes of each tile must be; unknown where a build has no checksums. */
  checksums?: TileChecksums
}

/** Holds the header of all but the largest regions, whose list of tiles takes one or two reads more. */
const headBytes = 64 * 1024

/**
 * Reads the header of a cloud-optimised GeoTIFF as the region build writes it: one or several bands,
 * pixel by pixel, of bytes, whole numbers or fractions in square tiles, DEFLATE, little-endian,
 * north-up.
 *
 * @throws Error that says what is not as it should be; whatever `read` throws.
 */
export async function readHeader(read: ReadBytes): Promise<RasterHeader> {
  const file = await GeoTIFF.fromSource(new HeaderSource(read))
  if (!file.littleEndian) throw new Error('it is big-endian')
  const image = await file.getImage(0)
  const directory = image.fileDirectory
  const tileSide = image.getTileWidth()
  if (!image.isTiled || image.getTileHeight() !== tileSide)
    throw new Error('it is not in square tiles')
  const bands = image.getSamplesPerPixel()
  // The other configuration keeps each band in tiles of its own.
  if (bands > 1 && (await directory.loadValue('PlanarConfiguration')) === 2)
    throw new Error('its bands are not pixel by pixel')
  if ((await directory.loadValue('Compression')) !== 8) throw new Error('it is not DEFLATE')
  const format: TileFormat = {
    tileSide,
    bands,
    type: typeOf(image.getSampleFormat(0), image.getBitsPerSample(0)),
    predictor: (await directory.loadValue('Predictor')) ?? 1,
  }
  const [west = 0, north = 0] = image.getOrigin()
  const [stepLon = 0, minusStepLat = 0] = image.getResolution()
  if (!(stepLon > 0 && minusStepLat < 0)) throw new Error('it is not north-up')
  // The origin is the corner of the first pixel, or in point-registered files its middle.
  const toMiddle = image.pixelIsArea() ? 0.5 : 0
  const grid: RasterGrid = {
    firstLat: north + toMiddle * minusStepLat,
    firstLon: west + toMiddle * stepLon,
    stepLat: -minusStepLat,
    stepLon,
    width: image.getWidth(),
    height: image.getHeight(),
    tileSide,
  }
  const [tileOffsets, tileByteCounts] = await Promise.all([
    directory.loadValue('TileOffsets'),
    directory.loadValue('TileByteCounts'),
  ])
  const tiles = tileCount(grid)
  if (tileOffsets?.length !== tiles || tileByteCounts?.length !== tiles)
    throw new Error(`it does not list its ${tiles} tiles`)
  const noData = image.getGDALNoData() ?? Number.NaN
  return { grid, format, noData, tileOffsets, tileByteCounts }
}

function typeOf(format: number, bits: number): TileFormat['type'] {
  if (format === 1 && bits === 8) return 'Uint8'
  if (format === 2 && bits === 16) return 'Int16'
  if (format === 3 && bits === 32) return 'Float32'
  throw new Error(`its samples have format ${format} with ${bits} bits`)
}

interface Slice {
  offset: number
  length: number
}

/**
 * Where the data of the first tile of any image of a file begins; in a cloud-optimised file everything
 * else comes before it. `Infinity` when no tile is stored.
 */
export async function dataStart(read: ReadBytes): Promise<number> {
  const file = await GeoTIFF.fromSource(new HeaderSource(read))
  let data = Number.POSITIVE_INFINITY
  for (let i = 0; i < (await file.getImageCount()); i++) {
    const image = await file.getImage(i)
    const offsets = await image.fileDirectory.loadValue('TileOffsets')
    const counts = await image.fileDirectory.loadValue('TileByteCounts')
    if (!offsets || offsets.length !== counts?.length) throw new Error('it does not list its tiles')
    for (let tile = 0; tile < offsets.length; tile++)
      if (counts[tile]! > 0) data = Math.min(data, offsets[tile]!)
  }
  return data
}

/** Reads of the GeoTIFF library, most of them served from the first bytes of the file. */
class HeaderSource {
  readonly #read: ReadBytes
  #head: Promise<Uint8Array> | undefined

  constructor(read: ReadBytes) {
    this.#read = read
  }

  async fetch(slices: Slice[]): Promise<ArrayBufferLike[]> {
    return await Promise.all(slices.map(async (slice) => (await this.fetchSlice(slice)).data))
  }

  async fetchSlice({ offset, length }: Slice): Promise<Slice & { data: ArrayBufferLike }> {
    const end = offset + length
    this.#head ??= this.#read(0, headBytes)
    const bytes =
      end <= headBytes ? (await this.#head).subarray(offset, end) : await this.#read(offset, end)
    // The library reads on beyond what it wants, and may do so past the end.
    const data = new Uint8Array(length)
    data.set(bytes)
    return { offset, length, data: data.buffer }
  }

  get fileSize(): null {
    return null
  }

  async close(): Promise<void> {}
}

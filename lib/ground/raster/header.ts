import { GeoTIFF } from 'geotiff'
import { countTiles, type RasterGrid } from './grid.ts'
import type { TileChecksums } from './tile-checksums.ts'
import type { TileFormat } from './tile-decoder.ts'

/** Reads bytes of the file; fewer at its end. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>

/** Header of a raster, with the checksums of its tiles. */
export interface RasterHeader {
  grid: RasterGrid
  format: TileFormat
  /** Value of samples without data. */
  noData: number
  /** Position of each tile in the file, in row order; 0 bytes when it is not stored. */
  tileOffsets: ArrayLike<number>
  tileByteCounts: ArrayLike<number>
  /** Checksums of the stored bytes of each tile; absent in builds without checksums. */
  checksums?: TileChecksums
}

/**
 * Bytes of the first read. It contains the header except for the largest regions, which take one or two more reads.
 */
const headBytes = 64 * 1024

/**
 * Reads the header of a cloud-optimised GeoTIFF written by the region build: one or several bands, pixel by pixel, of
 * bytes, integers or floats in square tiles, DEFLATE, little-endian, north-up.
 *
 * @throws Error that names the unexpected property; also the errors of `read`.
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
  // 2: each band is in tiles of its own.
  if (bands > 1 && (await directory.loadValue('PlanarConfiguration')) === 2)
    throw new Error('its bands are not pixel by pixel')
  if ((await directory.loadValue('Compression')) !== 8) throw new Error('it is not DEFLATE')
  const format: TileFormat = {
    tileSide,
    bands,
    type: readSampleType(image.getSampleFormat(0), image.getBitsPerSample(0)),
    predictor: (await directory.loadValue('Predictor')) ?? 1,
  }
  const [west = 0, north = 0] = image.getOrigin()
  const [stepLon = 0, minusStepLat = 0] = image.getResolution()
  if (!(stepLon > 0 && minusStepLat < 0)) throw new Error('it is not north-up')
  // The origin is the first pixel's corner or, in point-registered files, its middle.
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
  const tiles = countTiles(grid)
  if (tileOffsets?.length !== tiles || tileByteCounts?.length !== tiles)
    throw new Error(`it does not list its ${tiles} tiles`)
  const noData = image.getGDALNoData() ?? Number.NaN
  return { grid, format, noData, tileOffsets, tileByteCounts }
}

function readSampleType(format: number, bits: number): TileFormat['type'] {
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
 * Returns the offset of the first stored tile of all images; in a cloud-optimised file the header ends there.
 * `Infinity` when no tile is stored.
 */
export async function findDataStart(read: ReadBytes): Promise<number> {
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

/** Source of the GeoTIFF library. Serves most of its reads from the first bytes of the file. */
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
    // The library may read past the end of the file.
    const data = new Uint8Array(length)
    data.set(bytes)
    return { offset, length, data: data.buffer }
  }

  get fileSize(): null {
    return null
  }

  async close(): Promise<void> {}
}

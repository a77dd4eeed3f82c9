import {
  type Raster,
  type RasterGrid,
  type TileFormat,
  type TileSamples,
  tileCount,
  tilesAcross,
} from '../raster/index.ts'

/** Start of a tile that was not read. */
const absent = -1
/** Start of a tile without data, which the file does not store. */
const notStored = -2

/** Index of a sample that does not exist. */
export const nowhere = -1

/** Tiles of a raster in one column of memory, for fast lookups of single samples. */
export class LoadedTiles<Samples extends TileSamples = TileSamples> {
  readonly grid: RasterGrid
  readonly noData: number
  readonly samples: Samples
  readonly #bands: number
  readonly #across: number
  /** Start in `samples` of each tile of the file, in row order. */
  readonly #starts: Int32Array

  constructor(raster: Raster, samples: Samples, starts: Int32Array) {
    const { grid, format, noData } = raster.header
    this.grid = grid
    this.noData = noData
    this.samples = samples
    this.#bands = format.bands
    this.#across = tilesAcross(grid)
    this.#starts = starts
  }

  /**
   * Index in `samples` of the first band of a pixel, or {@link nowhere}.
   *
   * @throws RangeError when its tile was not loaded.
   */
  at(row: number, column: number): number {
    const side = this.grid.tileSide
    const tileRow = (row / side) | 0
    const tileColumn = (column / side) | 0
    const start = this.#starts[tileRow * this.#across + tileColumn]!
    if (start < 0) return this.#without(start, row, column)
    return start + ((row - tileRow * side) * side + column - tileColumn * side) * this.#bands
  }

  #without(start: number, row: number, column: number): number {
    if (start === notStored) return nowhere
    const { firstLat, firstLon, stepLat, stepLon } = this.grid
    const [lat, lon] = [firstLat - row * stepLat, firstLon + column * stepLon]
    throw new RangeError(`${lat}, ${lon} lies outside the view that was read`)
  }
}

const columnTypes = { Uint8: Uint8Array, Int16: Int16Array, Float32: Float32Array } as const

/**
 * Reads tiles of a raster, given by their numbers in row order.
 *
 * @throws ApiError `service_unavailable` when they cannot be read or are damaged, or the signal's reason.
 */
export async function loadTiles(
  raster: Raster,
  wanted: ReadonlySet<number>,
  signal?: AbortSignal,
): Promise<LoadedTiles> {
  const { grid, format, tileByteCounts } = raster.header
  const tileSamples = samplesOf(format)
  const starts = new Int32Array(tileCount(grid)).fill(absent)
  const stored: number[] = []
  for (const tile of wanted) {
    if (tileByteCounts[tile] === 0) starts[tile] = notStored
    else starts[tile] = tileSamples * (stored.push(tile) - 1)
  }
  const samples = new columnTypes[format.type](tileSamples * stored.length)
  await raster.each(stored, (tile, part) => samples.set(part, starts[tile]), signal)
  signal?.throwIfAborted()
  return new LoadedTiles(raster, samples, starts)
}

function samplesOf({ tileSide, bands }: TileFormat): number {
  return tileSide * tileSide * bands
}

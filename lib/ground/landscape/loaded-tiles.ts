import {
  countTiles,
  countTilesAcross,
  type Raster,
  type RasterGrid,
  type TileSamples,
} from '#ground/raster'

/** Tiles of a raster for fast lookups of single samples. They are the cache's own tiles, which never change. */
export class LoadedTiles {
  readonly grid: RasterGrid
  readonly noData: number
  /** Number of tiles in a row of tiles. */
  readonly across: number
  readonly #bands: number
  /** Tiles by number, in row order; `undefined` for a tile without data, which the file does not store. */
  readonly #tiles: readonly (TileSamples | undefined)[]
  /** 1 for each requested tile. */
  readonly #isLoaded: Uint8Array

  constructor(
    { header }: Raster,
    tiles: readonly (TileSamples | undefined)[],
    isLoaded: Uint8Array,
  ) {
    this.grid = header.grid
    this.noData = header.noData
    this.across = countTilesAcross(header.grid)
    this.#bands = header.format.bands
    this.#tiles = tiles
    this.#isLoaded = isLoaded
  }

  /**
   * Returns the tile of a pixel; `undefined` for one without data.
   *
   * @throws RangeError when it was not loaded.
   */
  findTile(row: number, column: number): TileSamples | undefined {
    const side = this.grid.tileSide
    const tile = ((row / side) | 0) * this.across + ((column / side) | 0)
    const samples = this.#tiles[tile]
    if (samples === undefined && this.#isLoaded[tile] === 0) throw this.#unread(row, column)
    return samples
  }

  /** Returns the index of the first band of a pixel in its tile. */
  findIndex(row: number, column: number): number {
    const side = this.grid.tileSide
    const [tileRow, tileColumn] = [(row / side) | 0, (column / side) | 0]
    return ((row - tileRow * side) * side + column - tileColumn * side) * this.#bands
  }

  #unread(row: number, column: number): RangeError {
    const { firstLat, firstLon, stepLat, stepLon } = this.grid
    const [lat, lon] = [firstLat - row * stepLat, firstLon + column * stepLon]
    return new RangeError(`${lat}, ${lon} lies outside the view that was read`)
  }
}

/**
 * Reads tiles of a raster, identified by their numbers in row order.
 *
 * @throws ApiError `service_unavailable` when they cannot be read or are damaged, or the signal's reason.
 */
export async function loadTiles(
  raster: Raster,
  wanted: ReadonlySet<number>,
  signal?: AbortSignal,
): Promise<LoadedTiles> {
  const { grid, tileByteCounts } = raster.header
  const count = countTiles(grid)
  const tiles = new Array<TileSamples | undefined>(count).fill(undefined)
  const isLoaded = new Uint8Array(count)
  const stored: number[] = []
  for (const tile of wanted) {
    isLoaded[tile] = 1
    if (tileByteCounts[tile] !== 0) stored.push(tile)
  }
  await raster.each(
    stored,
    (tile, samples) => {
      tiles[tile] = samples
    },
    signal,
  )
  signal?.throwIfAborted()
  return new LoadedTiles(raster, tiles, isLoaded)
}

import type { LatLon } from '#ground/geo'
import {
  Bilinear,
  countTilesAcross,
  type RasterGrid,
  type TileSamples,
  toGridPosition,
} from '#ground/raster'

/**
 * Interpolates bilinearly at many positions. Lists the tiles with the samples it needs, then takes these tiles one by
 * one, in any order, and keeps only those samples.
 */
export class Interpolation {
  /** Slots to fill from each needed tile, by tile number in row order. */
  readonly tiles: ReadonlyMap<number, readonly number[]>
  readonly #grid: RasterGrid
  /** Four samples for each position: north-west, north-east, south-west, south-east. */
  readonly #samples: Float32Array
  /** Index of each sample in its tile. */
  readonly #offsets: Uint32Array
  /** Offset of each position from its north-west sample, in samples; NaN outside the grid. */
  readonly #eastward: Float64Array
  readonly #southward: Float64Array

  constructor(grid: RasterGrid, positions: readonly LatLon[]) {
    this.#grid = grid
    this.#samples = new Float32Array(4 * positions.length)
    this.#offsets = new Uint32Array(4 * positions.length)
    this.#eastward = new Float64Array(positions.length).fill(Number.NaN)
    this.#southward = new Float64Array(positions.length)
    this.tiles = this.#place(positions)
  }

  #place(positions: readonly LatLon[]): Map<number, number[]> {
    const { width, height, tileSide } = this.#grid
    const across = countTilesAcross(this.#grid)
    const tiles = new Map<number, number[]>()
    let tile = -1
    let slots: number[] = []
    for (let i = 0; i < positions.length; i++) {
      const place = toGridPosition(this.#grid, positions[i]!)
      if (!place) continue
      const west = Math.floor(place.column)
      const north = Math.floor(place.row)
      this.#eastward[i] = place.column - west
      this.#southward[i] = place.row - north
      for (let corner = 0; corner < 4; corner++) {
        // Beyond the last sample, that sample is repeated with weight 0.
        const column = Math.min(west + (corner & 1), width - 1)
        const row = Math.min(north + (corner >> 1), height - 1)
        const at = Math.floor(row / tileSide) * across + Math.floor(column / tileSide)
        if (at !== tile) {
          tile = at
          slots = tiles.get(tile) ?? []
          tiles.set(tile, slots)
        }
        const slot = 4 * i + corner
        slots.push(slot)
        this.#offsets[slot] = (row % tileSide) * tileSide + (column % tileSide)
      }
    }
    return tiles
  }

  /** Takes the needed samples out of a tile. */
  take(tile: number, heights: TileSamples): void {
    for (const slot of this.tiles.get(tile) ?? [])
      this.#samples[slot] = heights[this.#offsets[slot]!]!
  }

  /**
   * Returns the heights. Call it after all tiles were taken. `null` outside the grid, and if a sample with a weight
   * has no data.
   */
  heights(noData: number): (number | null)[] {
    const bilinear = new Bilinear(this.#grid, noData)
    return Array.from(this.#eastward, (east, i) => {
      if (Number.isNaN(east)) return null
      const samples = this.#samples
      const [nw, ne] = [samples[4 * i]!, samples[4 * i + 1]!]
      const [sw, se] = [samples[4 * i + 2]!, samples[4 * i + 3]!]
      const height = bilinear.between(nw, ne, sw, se, east, this.#southward[i]!)
      return Number.isNaN(height) ? null : height
    })
  }
}

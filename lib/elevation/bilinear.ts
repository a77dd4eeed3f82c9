import type { LatLon } from '../geo/index.ts'
import { placeOn, type TerrainGrid, tilesAcross } from './grid.ts'
import type { TileHeights } from './tile-decoder.ts'

/**
 * Coordinates have six decimals: a sample this near to the position is where the position is, and its
 * neighbours are not asked. Degrees.
 */
const coincidenceDegrees = 5e-7

/**
 * Bilinear interpolation of many positions at once. First it says which tiles hold the samples it needs;
 * then it is given these tiles, one by one and in any order, and keeps of each only those samples.
 */
export class Interpolation {
  /** Tiles that are needed, by their number in row order. */
  readonly tiles: ReadonlyMap<number, readonly number[]>
  readonly #grid: TerrainGrid
  /** Four samples for each position: north-west, north-east, south-west, south-east. */
  readonly #samples: Float32Array
  /** Where each sample stands in its tile. */
  readonly #offsets: Uint32Array
  /** How far each position lies beyond its north-west sample, in samples; NaN outside the grid. */
  readonly #eastward: Float64Array
  readonly #southward: Float64Array

  constructor(grid: TerrainGrid, positions: readonly LatLon[]) {
    this.#grid = grid
    this.#samples = new Float32Array(4 * positions.length)
    this.#offsets = new Uint32Array(4 * positions.length)
    this.#eastward = new Float64Array(positions.length).fill(Number.NaN)
    this.#southward = new Float64Array(positions.length)
    this.tiles = this.#place(positions)
  }

  #place(positions: readonly LatLon[]): Map<number, number[]> {
    const { width, height, tileSide } = this.#grid
    const across = tilesAcross(this.#grid)
    const tiles = new Map<number, number[]>()
    let tile = -1
    let slots: number[] = []
    for (let i = 0; i < positions.length; i++) {
      const place = placeOn(this.#grid, positions[i]!)
      if (!place) continue
      const west = Math.floor(place.column)
      const north = Math.floor(place.row)
      this.#eastward[i] = place.column - west
      this.#southward[i] = place.row - north
      for (let corner = 0; corner < 4; corner++) {
        // Beyond the last sample there is none; the weight of the one taken instead is 0.
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

  /** Takes what is needed out of a tile. */
  take(tile: number, heights: TileHeights): void {
    for (const slot of this.tiles.get(tile) ?? [])
      this.#samples[slot] = heights[this.#offsets[slot]!]!
  }

  /**
   * The heights, when all tiles have been taken. `null` outside the grid, and where a sample that has
   * a share in the height is no-data.
   */
  heights(noData: number): (number | null)[] {
    return Array.from(this.#eastward, (east, i) =>
      Number.isNaN(east) ? null : this.#heightAt(i, east, this.#southward[i]!, noData),
    )
  }

  #heightAt(i: number, east: number, south: number, noData: number): number | null {
    const samples = this.#samples
    const [nw, ne] = [samples[4 * i]!, samples[4 * i + 1]!]
    const [sw, se] = [samples[4 * i + 2]!, samples[4 * i + 3]!]
    const isGap = (height: number) => height === noData || !Number.isFinite(height)
    if (isGap(nw) || isGap(ne) || isGap(sw) || isGap(se)) {
      const { stepLon, stepLat } = this.#grid
      const eastSettled = settle(east, coincidenceDegrees / stepLon)
      const southSettled = settle(south, coincidenceDegrees / stepLat)
      return weighted([nw, ne, sw, se], eastSettled, southSettled, isGap)
    }
    const northern = nw + (ne - nw) * east
    const southern = sw + (se - sw) * east
    return northern + (southern - northern) * south
  }
}

/** A share that is next to nothing, or next to all, is nothing or all. */
function settle(share: number, tolerance: number): number {
  if (share < tolerance) return 0
  return share > 1 - tolerance ? 1 : share
}

function weighted(
  samples: readonly number[],
  east: number,
  south: number,
  isGap: (height: number) => boolean,
): number | null {
  const weights = [(1 - east) * (1 - south), east * (1 - south), (1 - east) * south, east * south]
  let height = 0
  for (const [corner, weight] of weights.entries()) {
    if (weight === 0) continue
    if (isGap(samples[corner]!)) return null
    height += weight * samples[corner]!
  }
  return height
}

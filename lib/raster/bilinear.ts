import type { RasterGrid } from './grid.ts'

/**
 * Coordinates have six decimals: a sample this near to the position is where the position is, and its
 * neighbours are not asked. Degrees.
 */
const coincidenceDegrees = 5e-7

/** Bilinear interpolation between four samples of a grid, gaps minded. */
export class Bilinear {
  readonly #noData: number
  /** In samples. */
  readonly #eastTolerance: number
  readonly #southTolerance: number

  /** @param noData What stands for a gap; so does what is not finite. */
  constructor({ stepLon, stepLat }: RasterGrid, noData: number) {
    this.#noData = noData
    this.#eastTolerance = coincidenceDegrees / stepLon
    this.#southTolerance = coincidenceDegrees / stepLat
  }

  /**
   * The value at a position that lies so far beyond its north-western sample, in samples (0 to 1).
   * `NaN` when a sample that has a share in it is a gap.
   */
  between(nw: number, ne: number, sw: number, se: number, east: number, south: number): number {
    if (this.#isGap(nw) || this.#isGap(ne) || this.#isGap(sw) || this.#isGap(se)) {
      const eastSettled = settle(east, this.#eastTolerance)
      const southSettled = settle(south, this.#southTolerance)
      return this.#weighted([nw, ne, sw, se], eastSettled, southSettled)
    }
    const northern = nw + (ne - nw) * east
    const southern = sw + (se - sw) * east
    return northern + (southern - northern) * south
  }

  #isGap(value: number): boolean {
    return value === this.#noData || !Number.isFinite(value)
  }

  #weighted(samples: readonly number[], east: number, south: number): number {
    const weights = [(1 - east) * (1 - south), east * (1 - south), (1 - east) * south, east * south]
    let value = 0
    for (const [corner, weight] of weights.entries()) {
      if (weight === 0) continue
      if (this.#isGap(samples[corner]!)) return Number.NaN
      value += weight * samples[corner]!
    }
    return value
  }
}

/** A share that is next to nothing, or next to all, is nothing or all. */
function settle(share: number, tolerance: number): number {
  if (share < tolerance) return 0
  return share > 1 - tolerance ? 1 : share
}

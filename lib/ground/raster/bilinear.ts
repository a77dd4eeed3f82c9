import type { RasterGrid } from './grid.ts'

/** Coordinates have six decimals: a sample this near, in degrees, is at the position itself. */
const coincidenceDegrees = 5e-7

/** Bilinear interpolation between four samples of a grid, with gaps. */
export class Bilinear {
  readonly #noData: number
  /** Tolerance in samples. */
  readonly #eastTolerance: number
  readonly #southTolerance: number

  /** @param noData Value of a gap; values that are not finite are gaps too. */
  constructor({ stepLon, stepLat }: RasterGrid, noData: number) {
    this.#noData = noData
    this.#eastTolerance = coincidenceDegrees / stepLon
    this.#southTolerance = coincidenceDegrees / stepLat
  }

  /**
   * Returns the value `east` and `south` of the north-western sample, in samples (0 to 1); `NaN` when a sample with a
   * weight is a gap.
   */
  between(nw: number, ne: number, sw: number, se: number, east: number, south: number): number {
    if (this.#isGap(nw) || this.#isGap(ne) || this.#isGap(sw) || this.#isGap(se)) {
      const eastSettled = snapToEnds(east, this.#eastTolerance)
      const southSettled = snapToEnds(south, this.#southTolerance)
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

/** Rounds a share to 0 or 1 if it is within the tolerance. */
function snapToEnds(share: number, tolerance: number): number {
  if (share < tolerance) return 0
  return share > 1 - tolerance ? 1 : share
}

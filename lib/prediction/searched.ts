import {
  type CoveredHex,
  type HexCover,
  measureLayers,
  type PlaneRing,
  projectPolygon,
  type WorkLimit,
} from './overlay/index.ts'
import type { HexGrid, Search } from './prediction.ts'

/** A search of a part of a hexagon. */
interface PartialSearch {
  probabilityOfDetection: number
  rings: readonly PlaneRing[]
}

/** A polygon with a smaller share inside the area reaches beyond it by more than rounding. */
const minInsideShare = 0.999

/** A smaller probability of missing the person is a rounding error of zero. */
const tolerance = 1e-9

/**
 * Probability that the searches miss a person, per hexagon of a grid. At each place it is the product of 1 - POD
 * (probability of detection) over the searches that cover it, so the order of searches does not matter. In a hexagon
 * that polygons cover in part it is the mean over the hexagon, exact by area.
 */
export class SearchedGround {
  /** Probability per hexagon of missing a person who is there. */
  readonly notFound: Float64Array
  /** Whether any search lies partly or entirely outside the area. */
  readonly isBeyondArea: boolean
  readonly #cover: HexCover
  readonly #limit: WorkLimit
  readonly #partial = new Map<number, PartialSearch[]>()
  /** Mean over each hexagon of the probability that the searches in `#partial` miss a person. */
  readonly #notFoundInParts = new Map<number, number>()

  constructor(searches: readonly Search[], grid: HexGrid, cover: HexCover, limit: WorkLimit) {
    this.#cover = cover
    this.#limit = limit
    this.notFound = new Float64Array(grid.ids.length).fill(1)
    const hexById = new Map(grid.ids.map((id, hex) => [id, hex]))
    let isBeyondArea = false
    for (const search of searches) {
      const missed = 1 - search.probabilityOfDetection
      if ('hexes' in search) {
        for (const id of new Set(search.hexes)) {
          const hex = hexById.get(id)
          if (hex === undefined) isBeyondArea = true
          else this.notFound[hex]! *= missed
        }
      } else {
        let insideSquareMeters = 0
        for (const part of cover.findCovered(projectPolygon(grid.plane, search.polygon))) {
          insideSquareMeters += part.share * cover.measureHex(part.hex)
          if (part.rings) this.#add(part.hex, search.probabilityOfDetection, part.rings)
          else this.notFound[part.hex]! *= missed
        }
        if (insideSquareMeters < minInsideShare * search.polygon.squareMeters) isBeyondArea = true
      }
    }
    this.isBeyondArea = isBeyondArea
    for (const [hex, parts] of this.#partial) {
      const notFound = this.#missedOnAverage(hex, parts)
      this.#notFoundInParts.set(hex, notFound)
      this.notFound[hex]! *= notFound
    }
  }

  /** Returns the share of a hexagon's remaining probability that lies in a part of the hexagon. */
  shareWithin({ hex, share, rings }: CoveredHex): number {
    const searches = this.#partial.get(hex)
    if (!rings || !searches) return share
    const notFound = this.#notFoundInParts.get(hex)!
    if (notFound === 0) return share
    const remaining = measureLayers(
      [rings, ...searches.map((search) => search.rings)],
      (covers) => (covers[0] === 1 ? computeMissProbability(searches, covers.subarray(1)) : 0),
      this.#limit,
    )
    return Math.min(1, remaining / (this.#cover.measureHex(hex) * notFound))
  }

  #add(hex: number, probabilityOfDetection: number, rings: readonly PlaneRing[]): void {
    const search = { probabilityOfDetection, rings }
    const others = this.#partial.get(hex)
    if (others) others.push(search)
    else this.#partial.set(hex, [search])
  }

  #missedOnAverage(hex: number, searches: readonly PartialSearch[]): number {
    const found = measureLayers(
      searches.map(({ rings }) => rings),
      (covers) => 1 - computeMissProbability(searches, covers),
      this.#limit,
    )
    const missed = 1 - found / this.#cover.measureHex(hex)
    return missed < tolerance ? 0 : missed
  }
}

/** Returns the product of 1 - POD over the searches that cover a place. */
function computeMissProbability(searches: readonly PartialSearch[], covers: Uint8Array): number {
  return searches.reduce(
    (missed, { probabilityOfDetection }, i) =>
      covers[i] === 1 ? missed * (1 - probabilityOfDetection) : missed,
    1,
  )
}

export interface SearchUpdate {
  probabilities: Float64Array
  outsideMass: number
  /** Probability, before the searches, that they would have found the person. */
  successProbability: number
}

/**
 * Applies Bayes' rule to searches without a find: multiplies each probability by the probability of missing a person
 * there, then divides by the total. The outside was not searched, so its probability can only rise. When the searches
 * leave no possible place, the person is taken to be outside, even if the outside had no probability before.
 */
export function updateProbabilities(
  probabilities: Float64Array,
  outsideMass: number,
  notFound: Float64Array,
): SearchUpdate {
  const remaining = probabilities.map((probability, hex) => probability * notFound[hex]!)
  const left = remaining.reduce((sum, probability) => sum + probability, outsideMass)
  const successProbability = Math.min(1, Math.max(0, 1 - left))
  if (!(left > 0)) return { probabilities: remaining, outsideMass: 1, successProbability: 1 }
  return {
    probabilities: remaining.map((probability) => probability / left),
    outsideMass: outsideMass / left,
    successProbability,
  }
}

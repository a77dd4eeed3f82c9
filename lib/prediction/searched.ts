import {
  type CoveredHex,
  type HexCover,
  layeredSquareMeters,
  type PlaneRing,
  planePolygon,
  type WorkLimit,
} from './overlay/index.ts'
import type { HexGrid, Search } from './prediction.ts'

/** A search of a part of a hexagon. */
interface PartialSearch {
  probabilityOfDetection: number
  rings: readonly PlaneRing[]
}

/** A polygon with less of itself inside the area reaches beyond it by more than rounding. */
const minInsideShare = 0.999

/** Below this a part of a hexagon that no search left out is rounding. */
const tolerance = 1e-9

/**
 * What searches say of the hexagons of a grid: the probability of not finding a person who is there. At each
 * place it is the product of 1 - POD over the searches that cover it, so the order of searches does not count.
 * In a hexagon that polygons cover in part it is the mean over the ground of the hexagon, exact by area.
 */
export class SearchedGround {
  /** Of each hexagon. */
  readonly notFound: Float64Array
  /** Whether some searches lie outside the area, all or in part. */
  readonly isBeyondArea: boolean
  readonly #cover: HexCover
  readonly #limit: WorkLimit
  readonly #partial = new Map<number, PartialSearch[]>()
  /** Of the searches in `#partial`, the mean over the hexagon. */
  readonly #notFoundInParts = new Map<number, number>()

  constructor(searches: readonly Search[], grid: HexGrid, cover: HexCover, limit: WorkLimit) {
    this.#cover = cover
    this.#limit = limit
    this.notFound = new Float64Array(grid.ids.length).fill(1)
    const hexOf = new Map(grid.ids.map((id, hex) => [id, hex]))
    let isBeyondArea = false
    for (const search of searches) {
      const missed = 1 - search.probabilityOfDetection
      if ('hexes' in search) {
        for (const id of new Set(search.hexes)) {
          const hex = hexOf.get(id)
          if (hex === undefined) isBeyondArea = true
          else this.notFound[hex]! *= missed
        }
      } else {
        let insideSquareMeters = 0
        for (const part of cover.of(planePolygon(grid.plane, search.polygon))) {
          insideSquareMeters += part.share * cover.squareMeters(part.hex)
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

  /** Share of what remains of a hexagon's probability that lies in a part of the hexagon. */
  shareWithin({ hex, share, rings }: CoveredHex): number {
    const searches = this.#partial.get(hex)
    if (!rings || !searches) return share
    const notFound = this.#notFoundInParts.get(hex)!
    if (notFound === 0) return share
    const remaining = layeredSquareMeters(
      [rings, ...searches.map((search) => search.rings)],
      (covers) => (covers[0] === 1 ? missedBy(searches, covers.subarray(1)) : 0),
      this.#limit,
    )
    return Math.min(1, remaining / (this.#cover.squareMeters(hex) * notFound))
  }

  #add(hex: number, probabilityOfDetection: number, rings: readonly PlaneRing[]): void {
    const search = { probabilityOfDetection, rings }
    const others = this.#partial.get(hex)
    if (others) others.push(search)
    else this.#partial.set(hex, [search])
  }

  #missedOnAverage(hex: number, searches: readonly PartialSearch[]): number {
    const found = layeredSquareMeters(
      searches.map(({ rings }) => rings),
      (covers) => 1 - missedBy(searches, covers),
      this.#limit,
    )
    const missed = 1 - found / this.#cover.squareMeters(hex)
    return missed < tolerance ? 0 : missed
  }
}

/** Product of 1 - POD over the searches that cover a place. */
function missedBy(searches: readonly PartialSearch[], covers: Uint8Array): number {
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
 * Bayes' rule for searches without a find: each probability times the probability of not finding a person
 * there, divided by the sum of all of them. Nobody searched outside, so what is outside only gains. Where
 * searches leave no possible place inside or outside, the person is outside, whatever its mass was before.
 */
export function updated(
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

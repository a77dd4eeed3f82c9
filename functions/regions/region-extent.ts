import {
  type Cell,
  Coverage,
  type CoverageFacts,
  cellAt,
  isInBoxes,
  metersToBoxes,
} from '#ground/coverage'
import { type Bounds, intersectBounds, type LatLon } from '#ground/geo'

/** The data of a region that an operation needs: roads and places, heights, or the ground for predictions. */
export type Data = 'roads' | 'elevation' | 'ground'

/** How well a region covers a position, best first; `beside`: there are roads, but not the data. */
export const cover = { inside: 0, beside: 1, near: 2, none: 3 } as const
export type Cover = (typeof cover)[keyof typeof cover]

interface ExtentFacts {
  name: string
  /** The box of the extracts. */
  bounds: Bounds
  coverage: CoverageFacts
}

/** Where a region has data. */
export class RegionExtent {
  readonly name: string
  readonly #bounds: Bounds
  readonly #coverage: Coverage
  readonly #elevation: readonly Bounds[]
  readonly #ground: readonly Bounds[]

  constructor({ name, bounds, coverage }: ExtentFacts) {
    this.name = name
    this.#bounds = bounds
    this.#coverage = new Coverage(coverage.cells)
    this.#elevation = coverage.elevation
    this.#ground = coverage.elevation.flatMap((box) => intersectBounds(box, bounds))
  }

  /** Whether the region was built with the data. */
  has(data: Data): boolean {
    return data === 'roads' || this.#elevation.length > 0
  }

  /**
   * How well the region covers a position: there is data around it, or a road or place may be within 2 km.
   *
   * @param cell The one around the position, for callers that ask several regions.
   */
  coverOf(point: LatLon, data: Data, cell: Cell = cellAt(point)): Cover {
    const isRoads = data === 'roads'
    if (!isRoads && isInBoxes(point, this.#boxes(data))) return cover.inside
    const depth = this.#coverage.depthAt(cell)
    if (depth === undefined) return cover.none
    if (depth === 'near') return cover.near
    return isRoads ? cover.inside : cover.beside
  }

  /** Whether there are roads or places on all sides of a position. */
  surrounds(point: LatLon): boolean {
    return this.#coverage.surrounds(point)
  }

  /** Whether a position lies in the box of the extracts, in which an area may be without any road or place. */
  mayKnow(point: LatLon): boolean {
    return isInBoxes(point, [this.#bounds])
  }

  /** Distance from a position to the data, metres; 0 inside. */
  metersTo(point: LatLon, data: Data): number {
    const toRoads = this.#coverage.metersTo(point)
    return data === 'roads' ? toRoads : Math.min(toRoads, metersToBoxes(point, this.#boxes(data)))
  }

  /** Covered part of the world, to compare regions by size. */
  get share(): number {
    return this.#coverage.share
  }

  #boxes(data: Data): readonly Bounds[] {
    return data === 'elevation' ? this.#elevation : this.#ground
  }
}

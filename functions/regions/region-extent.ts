import { Coverage, type CoverageFacts, isInBoxes, metersToBoxes } from '../../lib/coverage/index.ts'
import { type Bounds, intersectBounds, type LatLon } from '../../lib/geo/index.ts'

/** What an operation needs of a region: roads and places, heights, or the ground for predictions. */
export type Data = 'roads' | 'elevation' | 'ground'

/** How well a region covers a position, best first. */
export const cover = { inside: 0, edge: 1, near: 2, none: 3 } as const
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

  /** How well the region covers a position: there is data in it, or a road or place may be within 2 km. */
  coverOf(point: LatLon, data: Data): Cover {
    if (data !== 'roads' && isInBoxes(point, this.#boxes(data))) return cover.inside
    if (!this.#coverage.reaches(point)) return cover.none
    if (!this.#coverage.contains(point)) return cover.near
    return data === 'roads' && this.#coverage.surrounds(point) ? cover.inside : cover.edge
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

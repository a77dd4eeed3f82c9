import {
  type Cell,
  Coverage,
  type CoverageFacts,
  findCellAt,
  isInBoxes,
  measureMetersToBoxes,
} from '#ground/coverage'
import { type Bounds, intersectBounds, type LatLon } from '#ground/geo'

/** The data of a region that an operation needs: roads and places, heights, or the ground for predictions. */
export type Data = 'roads' | 'elevation' | 'ground'

/** Levels of coverage of a position, best first. `beside`: there are roads, but not the data. */
export const cover = { inside: 0, beside: 1, near: 2, none: 3 } as const
export type Cover = (typeof cover)[keyof typeof cover]

interface ExtentFacts {
  name: string
  /** Bounding box of the extracts. */
  bounds: Bounds
  coverage: CoverageFacts
}

/** Area with a region's data. */
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

  /** Returns whether the region was built with the data. */
  has(data: Data): boolean {
    return data === 'roads' || this.#elevation.length > 0
  }

  /**
   * Measures how well the region covers a position: there is data around it, or a road or place may be within 2 km.
   *
   * @param cell The cell around the position, for callers that ask several regions.
   */
  measureCover(point: LatLon, data: Data, cell: Cell = findCellAt(point)): Cover {
    const isRoads = data === 'roads'
    if (!isRoads && isInBoxes(point, this.#boxes(data))) return cover.inside
    const depth = this.#coverage.depthAt(cell)
    if (depth === undefined) return cover.none
    if (depth === 'near') return cover.near
    return isRoads ? cover.inside : cover.beside
  }

  /** Returns whether there are roads or places on all sides of a position. */
  surrounds(point: LatLon): boolean {
    return this.#coverage.surrounds(point)
  }

  /**
   * Returns whether a position lies in the bounding box of the extracts. Areas without any road or place are possible
   * there.
   */
  mayKnow(point: LatLon): boolean {
    return isInBoxes(point, [this.#bounds])
  }

  /** Returns the distance from a position to the data, metres; 0 inside. */
  metersTo(point: LatLon, data: Data): number {
    const toRoads = this.#coverage.metersTo(point)
    return data === 'roads'
      ? toRoads
      : Math.min(toRoads, measureMetersToBoxes(point, this.#boxes(data)))
  }

  /** Covered share of the world, for comparing regions by size. */
  get share(): number {
    return this.#coverage.share
  }

  #boxes(data: Data): readonly Bounds[] {
    return data === 'elevation' ? this.#elevation : this.#ground
  }
}

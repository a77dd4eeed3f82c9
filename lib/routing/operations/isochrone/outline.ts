import { type LatLon, type MultiPolygon, type Polygon, straighten } from '#ground/geo'
import { pause } from '#platform/concurrency'
import { buildNestedAreas, type GridPolygon } from './area.ts'
import type { Ring } from './arrangement.ts'
import { keepLarge } from './keep-large.ts'
import { containsShell, measureSignedArea } from './rings.ts'

/**
 * Minimum area of a part or hole, square metres: a hundredth of the engine's finest cell. Smaller ones are artefacts.
 */
const minSquareMeters = 100

/** Half the width of the engine's finest cells, which are 100 m wide. */
const halfCellMeters = 50

/** A closed ring, longitude first. */
type Line = [lon: number, lat: number][]

/** A polygon, or several for disconnected parts. */
export type OutlineGeometry =
  | { type: 'Polygon'; coordinates: Line[] }
  | { type: 'MultiPolygon'; coordinates: Line[][] }

export interface OutlineOptions {
  /** Tolerance for straightening the rings first, metres. */
  toleranceMeters?: number
  /** Maximum number of positions of all rings together; an outline with more is simplified. */
  maxPositions?: number
  /** Receives the tolerance of that simplification, metres. */
  coarsened?(toleranceMeters: number): void
  signal?: AbortSignal | undefined
}

/** Minimum tolerance. A smaller one saves no positions, since the engine draws on a grid of 100 m or more. */
const minToleranceMeters = 25

/** Length of a microdegree of latitude, metres. */
const metersPerMicrodegree = 0.11132

/** An area around an origin, in whole microdegrees, that never crosses itself. */
export class Outline {
  readonly #origin: LatLon
  readonly #polygons: readonly GridPolygon[]

  private constructor(origin: LatLon, polygons: readonly GridPolygon[]) {
    this.#origin = origin
    this.#polygons = polygons
  }

  /**
   * Builds an outline from the engine's polygons, which may cross themselves and have any orientation. If there are
   * none, less than a cell is reachable: the outline is a diamond that extends half a cell to each side.
   */
  static async fromPolygons(
    origin: LatLon,
    { type, coordinates }: Polygon | MultiPolygon,
    { toleranceMeters = 0, maxPositions = Infinity, coarsened, signal }: OutlineOptions = {},
  ): Promise<Outline> {
    const drawn: Ring[] = []
    for (const ring of type === 'Polygon' ? coordinates : coordinates.flat()) {
      await pause(signal)
      if (ring.length <= 2) continue
      drawn.push(
        ring.flatMap(([lon, lat]) => [measureEast(origin, lon), measureNorth(origin, lat)]),
      )
    }
    let rings =
      toleranceMeters > 0 ? await simplifyRings(drawn, toleranceMeters, origin, signal) : drawn
    for (let tolerance = minToleranceMeters; countPositions(rings) > maxPositions; tolerance *= 2) {
      rings = await simplifyRings(drawn, tolerance, origin, signal)
      if (countPositions(rings) <= maxPositions) coarsened?.(tolerance)
    }
    const [area] = await buildNestedAreas([rings], signal)
    const polygons = await removeArtefacts(area!, origin, signal)
    return new Outline(origin, polygons.length > 0 ? polygons : [makeDiamond(origin)])
  }

  /**
   * Removes parts smaller than `share` of the largest part, and holes smaller than `share ** 5` of it (3 % at a share
   * of 0.5); all holes at 1.
   *
   * A hole cannot be reached in time. The engine would fill holes up to `share` itself, which adds half of the
   * reachable area; in mountains that is wrong for one point in ten.
   */
  async smooth(share: number, signal?: AbortSignal): Promise<Outline> {
    const largest = Math.max(...this.#polygons.map(({ shell }) => measureSignedArea(shell)))
    const minHoleArea = share === 1 ? Infinity : share ** 5 * largest
    const kept = await keepLarge(this.#polygons, share * largest, minHoleArea, signal)
    return new Outline(this.#origin, kept)
  }

  /**
   * Simplifies the borders by at most `tolerance` metres, which drops smaller parts and holes. Returns the outline
   * unchanged if nothing would be left.
   */
  async simplified(tolerance: number, signal?: AbortSignal): Promise<Outline> {
    if (tolerance === 0) return this
    const rings = await simplifyRings(this.#rings(), tolerance, this.#origin, signal)
    const [area] = await buildNestedAreas([rings], signal)
    const polygons = await removeArtefacts(area!, this.#origin, signal)
    return polygons.length > 0 ? new Outline(this.#origin, polygons) : this
  }

  /**
   * Builds the union of the first outline, of the first two, and so on: each contains the previous ones. `inOne`
   * keeps one part of each, around the previous one, without holes.
   */
  static async nest(
    outlines: readonly Outline[],
    { inOne = false, signal }: { inOne?: boolean; signal?: AbortSignal | undefined } = {},
  ): Promise<Outline[]> {
    if (outlines.length === 0) return []
    const origin = outlines[0]!.#origin
    const layers = outlines.map((outline) => outline.#rings())
    const areas = await buildNestedAreas(layers, signal)
    if (!inOne) {
      const kept = areas.map((polygons) => removeArtefacts(polygons, origin, signal))
      return (await Promise.all(kept)).map((polygons) => new Outline(origin, polygons))
    }
    let inner: Ring | undefined
    return areas.map((polygons) => {
      const around = inner && polygons.find(({ shell }) => containsShell(shell, inner!))
      // Sorted by area, the largest last.
      const { shell } = around ?? polygons.at(-1)!
      inner = shell
      return new Outline(origin, [{ shell, holes: [] }])
    })
  }

  /** Converts to GeoJSON: rings closed and by the right-hand rule, degrees to 6 decimals. */
  toGeometry(): OutlineGeometry {
    const polygons = this.#polygons
      .toSorted((a, b) => measureSignedArea(b.shell) - measureSignedArea(a.shell))
      .map(({ shell, holes }) => [shell, ...holes].map((ring) => this.#countPositions(ring)))
    if (polygons.length === 1) return { type: 'Polygon', coordinates: polygons[0]! }
    return { type: 'MultiPolygon', coordinates: polygons }
  }

  #rings(): Ring[] {
    return this.#polygons.flatMap(({ shell, holes }) => [shell, ...holes])
  }

  #countPositions(ring: Ring): Line {
    const positions: Line = []
    const lon = Math.round(this.#origin.lon * 1e6)
    const lat = Math.round(this.#origin.lat * 1e6)
    for (let i = 0; i <= ring.length; i += 2) {
      const at = i % ring.length
      positions.push([(lon + ring[at]!) / 1e6, (lat + ring[at + 1]!) / 1e6])
    }
    return positions
  }
}

function measureEast(origin: LatLon, lon: number): number {
  return Math.round(lon * 1e6) - Math.round(origin.lon * 1e6)
}

function measureNorth(origin: LatLon, lat: number): number {
  return Math.round(lat * 1e6) - Math.round(origin.lat * 1e6)
}

function makeDiamond({ lat }: LatLon): GridPolygon {
  const north = Math.round(halfCellMeters / metersPerMicrodegree)
  const east = Math.round(north / computeLonScale(lat))
  return { shell: [east, 0, 0, north, -east, 0, 0, -north], holes: [] }
}

/**
 * Returns the length of a degree of longitude in degrees of latitude; at least 0.01, since there are no roads at a
 * pole.
 */
function computeLonScale(lat: number): number {
  return Math.max(0.01, Math.cos((lat * Math.PI) / 180))
}

function countPositions(rings: readonly Ring[]): number {
  return rings.reduce((sum, ring) => sum + ring.length / 2, 0)
}

async function simplifyRings(
  rings: readonly Ring[],
  toleranceMeters: number,
  { lat }: LatLon,
  signal?: AbortSignal,
): Promise<Ring[]> {
  const simplified: Ring[] = []
  for (const ring of rings) {
    await pause(signal)
    const kept = straighten(ring, toleranceMeters / metersPerMicrodegree, computeLonScale(lat))
    if (kept.length >= 6) simplified.push(kept)
  }
  return simplified
}

async function removeArtefacts(
  polygons: readonly GridPolygon[],
  { lat }: LatLon,
  signal?: AbortSignal,
): Promise<GridPolygon[]> {
  const minArea = minSquareMeters / (metersPerMicrodegree ** 2 * computeLonScale(lat))
  return keepLarge(polygons, minArea, minArea, signal)
}

import { pause } from '../../concurrency/index.ts'
import type { LatLon, MultiPolygon, Polygon } from '../../geo/index.ts'
import {
  boxOfRing,
  containsRing,
  containsShell,
  type GridPolygon,
  nestedAreas,
  type RingBox,
  signedArea,
  startsInBox,
} from './area.ts'
import type { Ring } from './arrangement.ts'
import { straighten } from './straighten.ts'

/**
 * What is smaller than this, in square metres, is neither land nor a gap in it: a hundredth of the
 * engine's finest cell.
 */
const minSquareMeters = 100

/** The engine's finest cells are of 100 m. */
const halfCellMeters = 50

/** Closed, longitude first. */
type Line = [lon: number, lat: number][]

/** A polygon, or several where it falls into parts. */
export type OutlineGeometry =
  | { type: 'Polygon'; coordinates: Line[] }
  | { type: 'MultiPolygon'; coordinates: Line[][] }

export interface OutlineOptions {
  /** Of all rings; one that has more is drawn coarser. */
  maxPositions?: number
  /** Told the tolerance by which lines were straightened to have no more, metres. */
  coarsened?(toleranceMeters: number): void
  signal?: AbortSignal | undefined
}

/** The least tolerance that saves positions: the engine draws on a grid of 100 m or more. */
const minToleranceMeters = 25

/** Metres of a microdegree of latitude. */
const metersPerMicrodegree = 0.11132

/**
 * An area around an origin, on whole microdegrees, that never crosses itself.
 */
export class Outline {
  readonly #origin: LatLon
  readonly #pieces: readonly GridPolygon[]

  private constructor(origin: LatLon, pieces: readonly GridPolygon[]) {
    this.#origin = origin
    this.#pieces = pieces
  }

  /**
   * From polygons as the engine draws them: they may cross themselves and turn either
   * way. Where it draws nothing, less than a cell is reached: a diamond of half a cell to each side.
   */
  static async of(
    origin: LatLon,
    { type, coordinates }: Polygon | MultiPolygon,
    { maxPositions = Infinity, coarsened, signal }: OutlineOptions = {},
  ): Promise<Outline> {
    const drawn: Ring[] = []
    for (const ring of type === 'Polygon' ? coordinates : coordinates.flat()) {
      await pause(signal)
      if (ring.length <= 2) continue
      drawn.push(ring.flatMap(([lon, lat]) => [eastOf(origin, lon), northOf(origin, lat)]))
    }
    let rings = drawn
    for (let tolerance = minToleranceMeters; positionsOf(rings) > maxPositions; tolerance *= 2) {
      rings = await straightenedRings(drawn, tolerance, origin, signal)
      if (positionsOf(rings) <= maxPositions) coarsened?.(tolerance)
    }
    const [area] = await nestedAreas([rings], signal)
    const pieces = await withoutSpecks(area!, origin, signal)
    return new Outline(origin, pieces.length > 0 ? pieces : [diamond(origin)])
  }

  /**
   * Without parts smaller than `share` of the largest part, and holes smaller than share to the power
   * of 5: of the size of the largest part, 3 % at a share of a half; and none at all at 1.
   *
   * A hole is where nobody gets in time. The engine fills those up to the share itself, and would count
   * half as much again to what is reached; on mountains that is wrong for one point in ten.
   */
  async smoothed(share: number, signal?: AbortSignal): Promise<Outline> {
    const largest = Math.max(...this.#pieces.map(({ shell }) => signedArea(shell)))
    const leastHole = share === 1 ? Infinity : share ** 5 * largest
    const kept = await keepLarge(this.#pieces, share * largest, leastHole, signal)
    return new Outline(this.#origin, kept)
  }

  /**
   * With borders that are off by `tolerance` metres at most; parts and holes smaller than that are
   * gone. As it was when nothing would be left.
   */
  async straightened(tolerance: number, signal?: AbortSignal): Promise<Outline> {
    if (tolerance === 0) return this
    const rings = await straightenedRings(this.#rings(), tolerance, this.#origin, signal)
    const [area] = await nestedAreas([rings], signal)
    const pieces = await withoutSpecks(area!, this.#origin, signal)
    return pieces.length > 0 ? new Outline(this.#origin, pieces) : this
  }

  /**
   * The first, the first and the second together, and so on: each contains the ones before. `inOne`
   * leaves one part of each, around the one before, without holes.
   */
  static async nested(
    outlines: readonly Outline[],
    { inOne = false, signal }: { inOne?: boolean; signal?: AbortSignal | undefined } = {},
  ): Promise<Outline[]> {
    if (outlines.length === 0) return []
    const origin = outlines[0]!.#origin
    const layers = outlines.map((outline) => outline.#rings())
    const areas = await nestedAreas(layers, signal)
    if (!inOne) {
      const kept = areas.map((pieces) => withoutSpecks(pieces, origin, signal))
      return (await Promise.all(kept)).map((pieces) => new Outline(origin, pieces))
    }
    let inner: Ring | undefined
    return areas.map((pieces) => {
      const around = inner && pieces.find(({ shell }) => containsShell(shell, inner!))
      // Sorted by area, the largest last.
      const { shell } = around ?? pieces.at(-1)!
      inner = shell
      return new Outline(origin, [{ shell, holes: [] }])
    })
  }

  /** As GeoJSON, rings closed and by the right-hand rule, degrees to 6 decimals; not of an empty one. */
  toGeometry(): OutlineGeometry {
    const polygons = this.#pieces
      .toSorted((a, b) => signedArea(b.shell) - signedArea(a.shell))
      .map(({ shell, holes }) => [shell, ...holes].map((ring) => this.#positionsOf(ring)))
    if (polygons.length === 1) return { type: 'Polygon', coordinates: polygons[0]! }
    return { type: 'MultiPolygon', coordinates: polygons }
  }

  #rings(): Ring[] {
    return this.#pieces.flatMap(({ shell, holes }) => [shell, ...holes])
  }

  #positionsOf(ring: Ring): Line {
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

function eastOf(origin: LatLon, lon: number): number {
  return Math.round(lon * 1e6) - Math.round(origin.lon * 1e6)
}

function northOf(origin: LatLon, lat: number): number {
  return Math.round(lat * 1e6) - Math.round(origin.lat * 1e6)
}

function diamond({ lat }: LatLon): GridPolygon {
  const north = Math.round(halfCellMeters / metersPerMicrodegree)
  const east = Math.round(north / lonScale(lat))
  return { shell: [east, 0, 0, north, -east, 0, 0, -north], holes: [] }
}

/** A degree of longitude in degrees of latitude; no road is where it would come to nothing. */
function lonScale(lat: number): number {
  return Math.max(0.01, Math.cos((lat * Math.PI) / 180))
}

function positionsOf(rings: readonly Ring[]): number {
  return rings.reduce((sum, ring) => sum + ring.length / 2, 0)
}

async function straightenedRings(
  rings: readonly Ring[],
  toleranceMeters: number,
  { lat }: LatLon,
  signal?: AbortSignal,
): Promise<Ring[]> {
  const straightened: Ring[] = []
  for (const ring of rings) {
    await pause(signal)
    const kept = straighten(ring, toleranceMeters / metersPerMicrodegree, lonScale(lat))
    if (kept.length >= 6) straightened.push(kept)
  }
  return straightened
}

async function withoutSpecks(
  pieces: readonly GridPolygon[],
  { lat }: LatLon,
  signal?: AbortSignal,
): Promise<GridPolygon[]> {
  const least = minSquareMeters / (metersPerMicrodegree ** 2 * lonScale(lat))
  return keepLarge(pieces, least, least, signal)
}

/** A hole that is filled swallows the parts that lie in it. */
async function keepLarge(
  pieces: readonly GridPolygon[],
  leastShell: number,
  leastHole: number,
  signal?: AbortSignal,
): Promise<GridPolygon[]> {
  const filled: { hole: Ring; box: RingBox }[] = []
  const kept: GridPolygon[] = []
  for (const { shell, holes } of pieces) {
    await pause(signal)
    if (signedArea(shell) < leastShell) continue
    const [large, small] = [[], []] as [Ring[], Ring[]]
    for (const hole of holes) (-signedArea(hole) < leastHole ? small : large).push(hole)
    kept.push({ shell, holes: large })
    for (const hole of small) filled.push({ hole, box: boxOfRing(hole) })
  }
  const outside: GridPolygon[] = []
  for (const piece of kept) {
    await pause(signal)
    const { shell } = piece
    if (!filled.some(({ hole, box }) => startsInBox(box, shell) && containsRing(hole, shell))) {
      outside.push(piece)
    }
  }
  return outside
}

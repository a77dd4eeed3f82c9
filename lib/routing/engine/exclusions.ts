import { type LatLon, metersPerDegree, PointInRings, straighten } from '#ground/geo'
import type { ExcludedPolygon } from '#routing/schemas'

/** Maximum number of positions of an outline that is used as it is; longer outlines are straightened. */
const maxExactPositions = 50
const toleranceMeters = 5

type Position = readonly [lon: number, lat: number]

/** Exclusions of a request, in the engine's format. */
export interface EngineExclusions {
  /** Rings, longitude first. */
  exclude_polygons?: Position[][]
  exclude_locations?: LatLon[]
}

/** Exclusions of a request, as checked by its schema. */
export interface ExclusionsInput {
  exclude_polygons?: readonly ExcludedPolygon[] | undefined
  exclude_locations?: readonly LatLon[] | undefined
}

export function makeEngineExclusions(input: ExclusionsInput): EngineExclusions {
  const { exclude_polygons = [], exclude_locations = [] } = input
  return {
    ...(exclude_polygons.length > 0 && { exclude_polygons: exclude_polygons.map(toSingleRing) }),
    ...(exclude_locations.length > 0 && { exclude_locations: [...exclude_locations] }),
  }
}

export function hasExclusions({ exclude_polygons, exclude_locations }: EngineExclusions): boolean {
  return exclude_polygons !== undefined || exclude_locations !== undefined
}

/**
 * Returns the index of the first excluded polygon that contains a position; -1 for none. The engine itself closes
 * only roads near an outline (within a cell of 0.05 degrees), so a location far inside would get a route.
 */
export function makePolygonFinder({
  exclude_polygons = [],
}: EngineExclusions): (at: LatLon) => number {
  const areas = exclude_polygons.map((ring) => new PointInRings([ring.flat()]))
  return ({ lat, lon }) => areas.findIndex((area) => area.has(lon, lat))
}

/**
 * Converts a polygon to a single ring, since the engine does not support holes. A slit, passed in both directions,
 * joins each hole to the outline. A road can cross the slit only inside the polygon, where it is closed anyway.
 */
function toSingleRing({ coordinates }: ExcludedPolygon): Position[] {
  const [outer, ...holes] = coordinates.map((ring) =>
    ring.map(([lon, lat]): Position => [lon!, lat!]),
  )
  const eastmost = (ring: readonly Position[]) => Math.max(...ring.map(([lon]) => lon))
  // Join the easternmost hole first, so that a slit to the east meets a ring that is already joined.
  const fromEast = holes.sort((a, b) => eastmost(b) - eastmost(a))
  return simplifyRing(fromEast.reduce(joinHole, outer!))
}

/**
 * Simplifies a ring of many positions within {@link toleranceMeters}. The engine compares each road near the ring
 * with all of its sides: 7 s for 1,000 positions around the middle of Porto.
 */
function simplifyRing(ring: Position[]): Position[] {
  if (ring.length <= maxExactPositions) return ring
  const stretch = Math.cos((ring[0]![1] * Math.PI) / 180)
  const flat = straighten(ring.slice(0, -1).flat(), toleranceMeters / metersPerDegree, stretch)
  const kept = flat.flatMap((lon, i): Position[] => (i % 2 === 0 ? [[lon, flat[i + 1]!]] : []))
  return kept.length < 3 ? ring : [...kept, kept[0]!]
}

function joinHole(ring: Position[], hole: Position[]): Position[] {
  const start = hole.reduce((best, [lon], i) => (lon > hole[best]![0] ? i : best), 0)
  const from = hole[start]!
  const slit = findDueEast(ring, from)
  // A hole outside its polygon has no effect.
  if (!slit) return ring
  const around = [...hole.slice(start, -1), ...hole.slice(0, start), from]
  return [
    ...ring.slice(0, slit.after + 1),
    slit.at,
    ...around,
    slit.at,
    ...ring.slice(slit.after + 1),
  ]
}

/** Finds the first point of a ring due east of a position, and the index of the corner before it. */
function findDueEast(
  ring: readonly Position[],
  [fromLon, lat]: Position,
): { at: Position; after: number } | undefined {
  let nearest: { at: Position; after: number } | undefined
  for (let i = 1; i < ring.length; i++) {
    const [[aLon, aLat], [bLon, bLat]] = [ring[i - 1]!, ring[i]!]
    if (aLat <= lat === bLat <= lat) continue
    const lon = aLon + ((lat - aLat) / (bLat - aLat)) * (bLon - aLon)
    if (lon < fromLon || (nearest && nearest.at[0] <= lon)) continue
    nearest = { at: [lon, lat], after: i - 1 }
  }
  return nearest
}

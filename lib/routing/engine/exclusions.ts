import { type LatLon, metersPerDegree, PointInRings, straighten } from '#ground/geo'
import type { ExcludedPolygon } from '#routing/schemas'

/** Outlines with more positions are straightened. */
const maxExactPositions = 50
const toleranceMeters = 5

type Position = readonly [lon: number, lat: number]

/** What a request excludes, as the engine takes it. */
export interface EngineExclusions {
  /** Rings, longitude first. */
  exclude_polygons?: Position[][]
  exclude_locations?: LatLon[]
}

/** What may be excluded, as checked by the schema of the request. */
export interface ExclusionsInput {
  exclude_polygons?: readonly ExcludedPolygon[] | undefined
  exclude_locations?: readonly LatLon[] | undefined
}

export function engineExclusions(input: ExclusionsInput): EngineExclusions {
  const { exclude_polygons = [], exclude_locations = [] } = input
  return {
    ...(exclude_polygons.length > 0 && { exclude_polygons: exclude_polygons.map(ringOf) }),
    ...(exclude_locations.length > 0 && { exclude_locations: [...exclude_locations] }),
  }
}

export function hasExclusions({ exclude_polygons, exclude_locations }: EngineExclusions): boolean {
  return exclude_polygons !== undefined || exclude_locations !== undefined
}

/**
 * Index of the first excluded polygon that a position lies in; -1 for none. The engine itself closes only
 * roads near an outline (within a cell of 0.05 degrees), so whoever starts far inside would get a route.
 */
export function excludingPolygon({
  exclude_polygons = [],
}: EngineExclusions): (at: LatLon) => number {
  const areas = exclude_polygons.map((ring) => new PointInRings([ring.flat()]))
  return ({ lat, lon }) => areas.findIndex((area) => area.has(lon, lat))
}

/**
 * A polygon as one ring, since the engine knows no holes: each hole is joined to the outline by a slit that
 * is passed in both directions. A road can cross the slit only inside the polygon, where it is closed anyway.
 */
function ringOf({ coordinates }: ExcludedPolygon): Position[] {
  const [outer, ...holes] = coordinates.map((ring) =>
    ring.map(([lon, lat]): Position => [lon!, lat!]),
  )
  const eastmost = (ring: readonly Position[]) => Math.max(...ring.map(([lon]) => lon))
  // From the east, so that a slit to the east meets what is already joined.
  const fromEast = holes.sort((a, b) => eastmost(b) - eastmost(a))
  return simpler(fromEast.reduce(joinHole, outer!))
}

/**
 * A ring of many positions within {@link toleranceMeters}: the engine compares each road near it with all of
 * its sides, 7 s for 1,000 around the middle of Porto.
 */
function simpler(ring: Position[]): Position[] {
  if (ring.length <= maxExactPositions) return ring
  const stretch = Math.cos((ring[0]![1] * Math.PI) / 180)
  const flat = straighten(ring.slice(0, -1).flat(), toleranceMeters / metersPerDegree, stretch)
  const kept = flat.flatMap((lon, i): Position[] => (i % 2 === 0 ? [[lon, flat[i + 1]!]] : []))
  return kept.length < 3 ? ring : [...kept, kept[0]!]
}

function joinHole(ring: Position[], hole: Position[]): Position[] {
  const start = hole.reduce((best, [lon], i) => (lon > hole[best]![0] ? i : best), 0)
  const from = hole[start]!
  const slit = firstToTheEast(ring, from)
  // A hole that lies outside its polygon excludes nothing.
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

/** The first point of a ring straight to the east of a position, and the index of the corner before it. */
function firstToTheEast(
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

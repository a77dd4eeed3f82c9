import { decodeMicrodegrees, type LatLon } from '#ground/geo'
import { ApiError } from '#platform/errors'
import type { Costing, Engine, EngineLocation, EngineRoute } from '#routing/engine'
import { crossingsNear, crossingsOn } from './crossings.ts'
import {
  type Line,
  lengthMeters,
  lineOf,
  middlesAlong,
  positionAlong,
  repeatedShare,
  upTo,
  vertexAt,
} from './line.ts'
import { type Loop, loopCorners, movedBy } from './loop.ts'

/** A way from the start back to it. */
export interface RoundTrip {
  /** Locations of the engine's query. */
  locations: (EngineLocation & { type?: 'through' | 'via' })[]
  lengthMeters: number
  repeatedShare: number
}

/** What the ways of one request share. */
export interface Surroundings {
  engine: Engine
  start: EngineLocation
  costing: Costing
  signal?: AbortSignal | undefined
}

/** The engine takes 50 exclusions: a caller's own come first. */
const maxExclusions = 50

/** Ends of the way out that the way back may use: of a few roads one alone leads to a start. */
const marginShares = [0.03, 0.25]

/** A loop through the crossings nearest to the corners of a polygon. */
export async function aroundPolygon(
  surroundings: Surroundings,
  loop: Loop,
): Promise<RoundTrip | undefined> {
  const { engine, start, costing, signal } = surroundings
  const corners = loopCorners(start, loop)
  const vias = await crossingsNear(engine, corners, loop.circumferenceMeters / 8, costing, signal)
  return throughAll(surroundings, vias)
}

/** The way to a place about so far away in a direction; the farthest of three that has a road. */
export async function wayOut(
  surroundings: Surroundings,
  headingDegrees: number,
  meters: number,
): Promise<Line | undefined> {
  const { engine, start, costing, signal } = surroundings
  const ends = [1, 0.7, 0.5].map((share) => movedBy(start, headingDegrees, share * meters))
  const [end] = await crossingsNear(engine, ends, Math.max(200, meters / 4), costing, signal)
  return end && wayBetween(surroundings, [start, end])
}

/** Out along a line so far, and back another way. */
export async function backAnotherWay(
  surroundings: Surroundings,
  out: Line,
  outMeters: number,
): Promise<RoundTrip | undefined> {
  const { engine, start, costing, signal } = surroundings
  const [turn] = await crossingsOn(engine, out, [outMeters], costing, signal)
  if (turn === undefined) return undefined
  const used = upTo(out, turn)
  for (const share of marginShares) {
    const back = await wayBetween(
      surroundings,
      [vertexAt(out, turn), start],
      middlesAlong(used, share * lengthMeters(used), maxExclusions),
    )
    if (!back) continue
    const along = [0.25, 0.5, 0.75].map((share) => share * lengthMeters(back))
    const vias = await crossingsOn(engine, back, along, costing, signal)
    return throughAll(surroundings, [
      vertexAt(out, turn),
      ...vias.map((via) => vertexAt(back, via)),
    ])
  }
  return undefined
}

/** Out along a line so far, and back the same way. */
export function outAndBack(
  surroundings: Surroundings,
  out: Line,
  outMeters: number,
): Promise<RoundTrip | undefined> {
  // `via`, unlike `through`, may turn round.
  return throughAll(surroundings, [positionAlong(out, outMeters)], 'via')
}

async function throughAll(
  surroundings: Surroundings,
  vias: readonly LatLon[],
  type: 'through' | 'via' = 'through',
): Promise<RoundTrip | undefined> {
  if (vias.length === 0) return undefined
  const { start } = surroundings
  const locations: RoundTrip['locations'] = [start, ...vias.map((via) => ({ ...via, type })), start]
  const line = await wayBetween(surroundings, locations)
  return line && { locations, lengthMeters: lengthMeters(line), repeatedShare: repeatedShare(line) }
}

async function wayBetween(
  { engine, costing, signal }: Surroundings,
  locations: readonly object[],
  exclusions: readonly LatLon[] = [],
): Promise<Line | undefined> {
  const exclude_locations = [...(costing.exclude_locations ?? []), ...exclusions].slice(
    0,
    maxExclusions,
  )
  const asked = {
    ...costing,
    locations,
    directions_type: 'none',
    ...(exclude_locations.length > 0 && { exclude_locations }),
  }
  try {
    const { trip } = await engine.call<EngineRoute>('route', asked, signal)
    return lineOf(decodeMicrodegrees(trip.legs[0]!.shape))
  } catch (error) {
    if (error instanceof ApiError && isNoWay(error)) return undefined
    throw error
  }
}

/** A loop that was made too large is over the limit of the travel type. */
function isNoWay({ code }: ApiError): boolean {
  return code === 'no_route' || code === 'location_not_routable' || code === 'bad_request'
}

import { decodeMicrodegrees, type LatLon } from '#ground/geo'
import { ApiError } from '#platform/errors'
import type { Costing, Engine, EngineLocation, EngineRoute } from '#routing/engine'
import { findCrossingsNear, findCrossingsOn } from './crossings.ts'
import {
  cutAtVertex,
  interpolatePosition,
  type Line,
  measureLength,
  measureRepeatedShare,
  pickMiddles,
  readVertex,
  toLine,
} from './line.ts'
import { type Loop, listLoopCorners, movePosition } from './loop.ts'

/** A route from the start back to the start. */
export interface RoundTrip {
  /** Locations of the engine's query. */
  locations: (EngineLocation & { type?: 'through' | 'via' })[]
  lengthMeters: number
  repeatedShare: number
}

/** Engine, start and costing that all routes of a request share. */
export interface Surroundings {
  engine: Engine
  start: EngineLocation
  costing: Costing
  signal?: AbortSignal | undefined
}

/** The engine accepts 50 exclusions; a caller's own come first. */
const maxExclusions = 50

/**
 * Shares of the way out, at both its ends, that the way back may also use: sometimes only one road leads to a start.
 */
const marginShares = [0.03, 0.25]

/** Makes a loop through the crossings nearest to the corners of a polygon. */
export async function routeAroundPolygon(
  surroundings: Surroundings,
  loop: Loop,
): Promise<RoundTrip | undefined> {
  const { engine, start, costing, signal } = surroundings
  const corners = listLoopCorners(start, loop)
  const vias = await findCrossingsNear(
    engine,
    corners,
    loop.circumferenceMeters / 8,
    costing,
    signal,
  )
  return routeThrough(surroundings, vias)
}

/** Finds the way to a place at about this distance in a direction: the farthest of three places that has a road. */
export async function findWayOut(
  surroundings: Surroundings,
  headingDegrees: number,
  meters: number,
): Promise<Line | undefined> {
  const { engine, start, costing, signal } = surroundings
  const ends = [1, 0.7, 0.5].map((share) => movePosition(start, headingDegrees, share * meters))
  const [end] = await findCrossingsNear(engine, ends, Math.max(200, meters / 4), costing, signal)
  return end && requestLine(surroundings, [start, end])
}

/** Makes a loop that follows a line for this distance and goes back another way. */
export async function returnAnotherWay(
  surroundings: Surroundings,
  out: Line,
  outMeters: number,
): Promise<RoundTrip | undefined> {
  const { engine, start, costing, signal } = surroundings
  const [turn] = await findCrossingsOn(engine, out, [outMeters], costing, signal)
  if (turn === undefined) return undefined
  const used = cutAtVertex(out, turn)
  for (const share of marginShares) {
    const back = await requestLine(
      surroundings,
      [readVertex(out, turn), start],
      pickMiddles(used, share * measureLength(used), maxExclusions),
    )
    if (!back) continue
    const along = [0.25, 0.5, 0.75].map((share) => share * measureLength(back))
    const vias = await findCrossingsOn(engine, back, along, costing, signal)
    return routeThrough(surroundings, [
      readVertex(out, turn),
      ...vias.map((via) => readVertex(back, via)),
    ])
  }
  return undefined
}

/** Makes a trip that follows a line for this distance and goes back the same way. */
export function returnSameWay(
  surroundings: Surroundings,
  out: Line,
  outMeters: number,
): Promise<RoundTrip | undefined> {
  // Unlike `through`, `via` allows a U-turn.
  return routeThrough(surroundings, [interpolatePosition(out, outMeters)], 'via')
}

async function routeThrough(
  surroundings: Surroundings,
  vias: readonly LatLon[],
  type: 'through' | 'via' = 'through',
): Promise<RoundTrip | undefined> {
  if (vias.length === 0) return undefined
  const { start } = surroundings
  const locations: RoundTrip['locations'] = [start, ...vias.map((via) => ({ ...via, type })), start]
  const line = await requestLine(surroundings, locations)
  return (
    line && {
      locations,
      lengthMeters: measureLength(line),
      repeatedShare: measureRepeatedShare(line),
    }
  )
}

async function requestLine(
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
    return toLine(decodeMicrodegrees(trip.legs[0]!.shape))
  } catch (error) {
    if (error instanceof ApiError && isNoWay(error)) return undefined
    throw error
  }
}

/**
 * Returns whether the error means that no route exists. A loop that is too large exceeds the limit of the travel
 * type.
 */
function isNoWay({ code }: ApiError): boolean {
  return code === 'no_route' || code === 'location_not_routable' || code === 'bad_request'
}

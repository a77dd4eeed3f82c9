import type * as z from 'zod'
import {
  type Bounds,
  cumulativeMeters,
  decodeMicrodegrees,
  type LatLon,
  roundCoordinate,
  roundMeters,
  roundSeconds,
} from '../../geo/index.ts'
import { analyseTerrain, type StructureSpan } from '../../terrain/index.ts'
import type { EngineLeg, EngineSummary, EngineTrip } from '../engine/index.ts'
import type { LegSchema, RouteSchema, TravelType } from '../schemas/index.ts'
import type { AlongLine, TileSet } from '../tiles/index.ts'
import { heightsOf, spacingFor } from './heights.ts'
import { describeStep } from './step.ts'

export type Route = z.output<typeof RouteSchema>
export type Leg = z.output<typeof LegSchema>

export interface TripOptions {
  travel: TravelType
  /** The locations of the request, by original index. */
  locations: readonly LatLon[]
  elevationIntervalMeters: number
  units: Route['units']
  /** Without it heights stay as the engine joins them, edge by edge, and no step has a gate. */
  tiles?: Pick<TileSet, 'along'>
}

/** No road is steeper; a footpath may be. (The steepest street, in Dunedin, has 35 %.) */
const steepestRoadPercent = 35

/**
 * A Route from the engine's trip, with terrain on the route and its legs.
 *
 * Where the tiles cannot tell bridges, tunnels and ferries, heights stay as the engine gives them:
 * straight within each such edge, and roughly so over neighbouring ones.
 */
export async function describeTrip(trip: EngineTrip, options: TripOptions): Promise<Route> {
  const { travel, locations, elevationIntervalMeters, units, tiles } = options
  const lines = trip.legs.map((leg) => decodeMicrodegrees(leg.shape))
  const along = await Promise.all(lines.map((line) => standingAlong(line, tiles)))
  const spacingMeters = spacingFor(elevationIntervalMeters)
  const terrain = analyseTerrain(
    trip.legs.map((leg) => heightsOf(leg, spacingMeters)),
    {
      intervalMeters: elevationIntervalMeters,
      structures: structureSpans(trip.legs, lines, along),
      ...(travel !== 'pedestrian' && { gradeCapPercent: steepestRoadPercent }),
    },
  )
  return {
    waypoints: trip.locations.map(({ original_index }) => ({
      lat: roundCoordinate(locations[original_index]!.lat),
      lon: roundCoordinate(locations[original_index]!.lon),
      original_index,
    })),
    legs: trip.legs.map((leg, i) => ({
      ...totalsOf(leg.summary),
      shape: leg.shape,
      steps: leg.maneuvers.map((maneuver) => describeStep(maneuver, along[i]!.gates)),
      terrain: terrain?.legs[i] ?? null,
      flags: flagsOf(leg.summary),
      bounds: boundsOfSummary(leg.summary),
    })),
    ...totalsOf(trip.summary),
    flags: flagsOf(trip.summary),
    bounds: boundsOfSummary(trip.summary),
    terrain: terrain?.route ?? null,
    units,
  }
}

async function standingAlong(line: Int32Array, tiles: TripOptions['tiles']): Promise<AlongLine> {
  const nothing: AlongLine = { structures: [], gates: [] }
  return tiles ? tiles.along(line).catch(() => nothing) : nothing
}

/** Vertices become metres along the route, on the engine's own measure of each leg. */
function structureSpans(
  legs: readonly EngineLeg[],
  lines: readonly Int32Array[],
  along: readonly AlongLine[],
): StructureSpan[] {
  const spans: StructureSpan[] = []
  let start = 0
  for (const [i, leg] of legs.entries()) {
    const length = Math.round(leg.summary.length * 1000)
    const { structures } = along[i]!
    if (structures.length > 0) {
      const metres = cumulativeMeters(lines[i]!)
      const scale = length / (metres.at(-1) || 1)
      for (const { from, to } of structures) {
        spans.push({
          fromMeters: start + metres[from]! * scale,
          toMeters: start + metres[to]! * scale,
        })
      }
    }
    start += length
  }
  return spans
}

function totalsOf({ length, time }: EngineSummary) {
  return { distance_meters: roundMeters(length * 1000), duration_seconds: roundSeconds(time) }
}

function flagsOf({ has_toll, has_highway, has_ferry }: EngineSummary): Route['flags'] {
  return { has_toll, has_highway, has_ferry }
}

function boundsOfSummary(summary: EngineSummary): Bounds {
  return {
    min_lat: roundCoordinate(summary.min_lat),
    min_lon: roundCoordinate(summary.min_lon),
    max_lat: roundCoordinate(summary.max_lat),
    max_lon: roundCoordinate(summary.max_lon),
  }
}

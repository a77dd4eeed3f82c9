import type * as z from 'zod'
import {
  type Bounds,
  cumulativeMeters,
  decodeMicrodegrees,
  distanceMeters,
  type LatLon,
  roundCoordinate,
  roundMeters,
  roundPosition,
  roundSeconds,
} from '#ground/geo'
import { analyseTerrainInSteps, type StructureSpan } from '#ground/terrain'
import { pause, runInSlices } from '#platform/concurrency'
import type { EngineLeg, EngineSummary, EngineTrip } from '#routing/engine'
import type { LegSchema, RouteSchema, TravelType } from '#routing/schemas'
import type { LineFeatures, TileSet } from '#routing/tiles'
import { chooseSampleSpacing, readLegHeights } from './heights.ts'
import { describeStep } from './step.ts'

export type Route = z.output<typeof RouteSchema>
export type Leg = z.output<typeof LegSchema>

export interface TripOptions {
  travel: TravelType
  /** Locations of the request, by original index. */
  locations: readonly LatLon[]
  elevationIntervalMeters: number
  units: Route['units']
  /**
   * Bridges, tunnels, ferries and gates. Without them, heights over structures stay as the engine returns them, and
   * no step has a gate.
   */
  tiles?: Pick<TileSet, 'featuresAlong'>
  signal?: AbortSignal | undefined
}

/** Maximum grade of a road: the steepest street, in Dunedin, has 35 %. Footpaths may be steeper. */
const maxRoadGradePercent = 35

/**
 * Converts the engine's trip to a Route, with terrain on the route and its legs.
 *
 * When the tiles cannot be read, heights over bridges, tunnels and ferries stay as the engine returns them: straight
 * within each edge, roughly straight over neighbouring edges.
 */
export async function describeTrip(trip: EngineTrip, options: TripOptions): Promise<Route> {
  const { travel, locations, elevationIntervalMeters, units, tiles, signal } = options
  await pause(signal)
  const lines = trip.legs.map((leg) => decodeMicrodegrees(leg.shape))
  const along = await Promise.all(lines.map((line) => featuresAlong(line, tiles)))
  const spacingMeters = chooseSampleSpacing(elevationIntervalMeters)
  await pause(signal)
  const steps = analyseTerrainInSteps(
    trip.legs.map((leg) => readLegHeights(leg, spacingMeters)),
    {
      intervalMeters: elevationIntervalMeters,
      structures: measureStructures(trip.legs, lines, along),
      ...(travel !== 'pedestrian' && { gradeCapPercent: maxRoadGradePercent }),
    },
  )
  const terrain = await runInSlices(steps, signal)
  await pause(signal)
  return {
    waypoints: trip.locations.map(({ original_index, date_time, time_zone_offset }, i) => {
      const { lat, lon } = locations[original_index]!
      return {
        ...roundPosition({ lat, lon }),
        original_index,
        snapped_distance_meters: roundMeters(
          distanceMeters({ lat, lon }, findRoadPosition(lines, i)),
        ),
        ...(time_zone_offset && { local_time: `${date_time}${time_zone_offset}` }),
      }
    }),
    legs: trip.legs.map((leg, i) => ({
      ...readTotals(leg.summary),
      shape: leg.shape,
      steps: leg.maneuvers.map((maneuver) => describeStep(maneuver, along[i]!.gates)),
      terrain: terrain?.legs[i] ?? null,
      flags: pickFlags(leg.summary),
      bounds: readBounds(leg.summary),
    })),
    ...readTotals(trip.summary),
    flags: pickFlags(trip.summary),
    bounds: readBounds(trip.summary),
    terrain: terrain?.route ?? null,
    units,
  }
}

/**
 * Returns the position of a waypoint on the road: the start of its leg or, for the last one, the end of the last leg.
 */
function findRoadPosition(lines: readonly Int32Array[], waypoint: number): LatLon {
  const line = lines[waypoint]
  const [lat, lon] = line ? line : lines.at(-1)!.slice(-2)
  return { lat: lat! / 1e6, lon: lon! / 1e6 }
}

async function featuresAlong(line: Int32Array, tiles: TripOptions['tiles']): Promise<LineFeatures> {
  const nothing: LineFeatures = { structures: [], gates: [] }
  return tiles ? tiles.featuresAlong(line).catch(() => nothing) : nothing
}

/** Returns the structures in metres along the route, scaled to the engine's length of each leg. */
function measureStructures(
  legs: readonly EngineLeg[],
  lines: readonly Int32Array[],
  along: readonly LineFeatures[],
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

function readTotals({ length, time }: EngineSummary) {
  return { distance_meters: roundMeters(length * 1000), duration_seconds: roundSeconds(time) }
}

function pickFlags({ has_toll, has_highway, has_ferry }: EngineSummary): Route['flags'] {
  return { has_toll, has_highway, has_ferry }
}

function readBounds(summary: EngineSummary): Bounds {
  return {
    min_lat: roundCoordinate(summary.min_lat),
    min_lon: roundCoordinate(summary.min_lon),
    max_lat: roundCoordinate(summary.max_lat),
    max_lon: roundCoordinate(summary.max_lon),
  }
}

import type * as z from 'zod'
import {
  distanceMeters,
  type FeatureCollection,
  makeFeatureCollection,
  roundMeters,
  roundPosition,
} from '#ground/geo'
import { untimed } from '#platform/concurrency'
import {
  type Costing,
  type Engine,
  type EngineLocateEdge,
  type EngineLocateItem,
  hasExclusions,
  makeCosting,
  maxSnapDistanceMeters,
  nameRoadClass,
  nameSurface,
} from '#routing/engine'
import type { LocateEdge, LocateItem, LocateRequest, LocateResponse } from '#routing/schemas'
import type { RoutingContext } from '../route/index.ts'
import { findOpenRoads } from './open-roads.ts'

/** Maximum distance of a location that counts as on the road: the error of a good GPS fix plus half a wide road. */
export const onRoadMeters = 10

/** Maximum distance of a location that snaps to a crossing, so that all roads there are named. */
const crossingMeters = 1

/** Search radius. The engine measures on a sphere, so a road that it finds just beyond the limit may be within it. */
const searchMeters = 1.01 * maxSnapDistanceMeters

/** Lower heights mean missing data. The shore of the Dead Sea is at -430 m. */
const minHeightMeters = -450

/**
 * Finds the nearest point of a road open to the travel type, for each location separately. A location without a road
 * within {@link maxSnapDistanceMeters} is a miss, not an error. Ferries do not count.
 *
 * Throws `service_unavailable`.
 */
export async function locate(
  engine: Engine,
  request: z.output<typeof LocateRequest>,
  { signal, warn, timed = untimed }: RoutingContext,
): Promise<z.output<typeof LocateResponse>> {
  const { locations, travel, verbose } = request
  const costing = makeCosting(travel, request, warn)

  const query = {
    locations: locations.map(({ lat, lon }) => ({
      lat,
      lon,
      search_cutoff: searchMeters,
      node_snap_tolerance: crossingMeters,
      // Accepts the nearest road, even a disconnected one.
      minimum_reachability: 0,
      search_filter: { exclude_ferry: true },
    })),
    ...costing,
    verbose,
  }
  const found = await timed('engine', async () => {
    if (hasExclusions(costing)) return await findOpenRoads(engine, query, signal)
    return await engine.call<EngineLocateItem[]>('locate', query, signal)
  })

  const topSpeedKph = readTopSpeed(costing)
  const items = timed('describe', () =>
    found.map((item, i) => describeItem(locations[i]!, item, { verbose, topSpeedKph })),
  )
  const edges = items.flatMap((item) => item.edges)
  if (edges.length > 0 && edges.every(({ elevation_meters }) => elevation_meters === null)) {
    warn('elevation_meters is null: there is no elevation data here')
  }
  return { locations: items }
}

function describeItem(
  { lat, lon }: z.output<typeof LocateRequest>['locations'][number],
  { edges }: EngineLocateItem,
  { verbose, topSpeedKph }: { verbose: boolean; topSpeedKph: number },
): z.output<typeof LocateItem> {
  const input = roundPosition({ lat, lon })
  const nearest = edges?.[0]
  const snapped =
    nearest && roundPosition({ lat: nearest.correlated_lat, lon: nearest.correlated_lon })
  const meters = snapped ? distanceMeters({ lat, lon }, snapped) : Number.POSITIVE_INFINITY
  if (!edges || !snapped || meters > maxSnapDistanceMeters) {
    return { input, snapped: null, distance_meters: null, on_road: false, edges: [] }
  }
  return {
    input,
    snapped,
    distance_meters: roundMeters(meters),
    on_road: meters <= onRoadMeters,
    edges: verbose ? listRoads(edges, topSpeedKph) : [],
  }
}

/** Returns the top speed of the vehicle, km/h. */
function readTopSpeed({ costing, costing_options }: Costing): number {
  const options = costing_options?.[costing] as { top_speed?: number } | undefined
  return options?.top_speed ?? Number.POSITIVE_INFINITY
}

/**
 * Lists each road once, even if it has several directions or edges at the snapped point. A named road that continues
 * beyond a crossing is one road if only its height changes.
 */
function listRoads(
  edges: readonly EngineLocateEdge[],
  topSpeedKph: number,
): z.output<typeof LocateEdge>[] {
  const ways = new Map<number, z.output<typeof LocateEdge>>()
  for (const { edge, edge_info } of edges) {
    if (!edge || !edge_info) continue
    const { speeds, classification } = edge
    const speed = Math.min(speeds.default, topSpeedKph)
    const known = ways.get(edge_info.way_id)
    if (known) {
      known.speed_kph = Math.max(known.speed_kph, speed)
      continue
    }
    const height = edge_info.mean_elevation ?? Number.NEGATIVE_INFINITY
    ways.set(edge_info.way_id, {
      names: edge_info.names,
      road_class: nameRoadClass(classification.classification),
      speed_kph: speed,
      surface: nameSurface(classification.surface),
      elevation_meters: height < minHeightMeters ? null : roundMeters(height),
    })
  }
  const roads = new Map<string, z.output<typeof LocateEdge>>()
  for (const [wayId, way] of ways) {
    const { elevation_meters: _, ...identity } = way
    const road = way.names.length > 0 ? JSON.stringify(identity) : `${wayId}`
    if (!roads.has(road)) roads.set(road, way)
  }
  return [...roads.values()]
}

/** Converts each location to a point at its snapped position, with its item in the properties. */
export function locateToGeojson({ locations }: z.output<typeof LocateResponse>): FeatureCollection {
  return makeFeatureCollection(
    locations.map((item, index) => ({
      type: 'Feature',
      geometry: item.snapped && {
        type: 'Point',
        coordinates: [item.snapped.lon, item.snapped.lat],
      },
      properties: { kind: 'location', index, ...item },
    })),
  )
}

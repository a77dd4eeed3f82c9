import { inject } from 'vitest'
import { openDataset } from '#ground/dataset'
import type { Bounds, LatLon } from '#ground/geo'
import { type Gazetteer, openPack, openStorageSource } from '#places/gazetteer'
import { openStorage } from '#platform/storage'
import { searchAlongRoute } from '#routing/along-route'
import { SearchAlongRouteRequest, SearchAlongRouteResponse } from '#routing/along-route/schemas'
import { type Engine, findRoute, openEngine, type Route } from '#routing/operations'
import { RouteRequest } from '#routing/schemas'
import { allPlaces } from '../../fixtures/places.ts'
import { seeded } from '../../fixtures/random.ts'

export type Body = Record<string, unknown> & { locations: LatLon[] }

export interface Region {
  engine: Engine
  gazetteer: Gazetteer
  bounds: Bounds
}

/** Opens the roads and places of a region that the test set-up has built. */
export async function openRegion(region: string): Promise<Region> {
  const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
  const dataset = await openDataset(storage, region)
  const tileExtract = storage.localPath!(dataset.fileKey('routing.tar'))
  const { bounds } = dataset.manifest
  return {
    engine: await openEngine({ tileExtract, areas: [bounds] }),
    gazetteer: await openPack(openStorageSource(storage, dataset.fileKey('places.pack'))),
    bounds,
  }
}

/** Answers a request and checks the answer against its schema. @returns The answer with its warnings. */
export async function ask({ engine, gazetteer }: Region, body: Body, signal?: AbortSignal) {
  const warnings: string[] = []
  const request = SearchAlongRouteRequest.parse(body)
  const context = {
    warn: (text: string) => void warnings.push(text),
    ...(signal && { signal }),
  }
  const answer = await searchAlongRoute(engine, gazetteer, request, context)
  return { ...SearchAlongRouteResponse.strict().parse(answer), warnings }
}

/** Finds a route with the route operation. */
export async function routeOf(
  { engine }: Region,
  body: Body,
  locations: readonly LatLon[],
): Promise<Route> {
  const { travel, travel_options, exclude_polygons, exclude_locations } = body
  const options = { travel, travel_options, exclude_polygons, exclude_locations }
  const request = RouteRequest.parse({ locations, ...options })
  return (await findRoute(engine, request, { warn: () => {} })).route
}

/** Direct route of each leg of a body, requested once. */
const directRoutes = new WeakMap<Body, Promise<Route>[]>()

function directRoute(region: Region, body: Body, leg: number): Promise<Route> {
  const known = directRoutes.get(body) ?? []
  directRoutes.set(body, known)
  known[leg] ??= routeOf(region, body, body.locations.slice(leg, leg + 2))
  return known[leg]
}

export interface ExplicitDetour {
  leg: number
  seconds: number
  meters: number
}

/**
 * Computes the detour of a place on each leg by explicit calls of route: via the place, minus direct. Least time first;
 * an unreachable place has no detours.
 */
export async function explicitDetours(
  region: Region,
  body: Body,
  place: LatLon,
): Promise<ExplicitDetour[]> {
  const detours: ExplicitDetour[] = []
  for (const [leg, from] of body.locations.slice(0, -1).entries()) {
    const to = body.locations[leg + 1]!
    const via = await routeOf(region, body, [from, place, to]).catch(() => undefined)
    if (!via) continue
    const direct = await directRoute(region, body, leg)
    detours.push({
      leg,
      seconds: Math.max(0, via.duration_seconds - direct.duration_seconds),
      meters: Math.max(0, via.distance_meters - direct.distance_meters),
    })
  }
  return detours.sort((a, b) => a.seconds - b.seconds || a.meters - b.meters)
}

const travels = ['auto', 'bicycle', 'pedestrian', 'truck', 'bus'] as const
const searches = ['restaurant', 'shop', 'bus stop', 'hotel', 'parking', 'church', 'bench', 'cafe']

/** Returns requests with a route between venues of a region; equal seeds produce equal requests. */
export async function randomBodies(region: Region, count: number, seed: number): Promise<Body[]> {
  const random = seeded(seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const venues = (await allPlaces(region.gazetteer)).filter(({ type }) => type === 'venue')
  const bodies: Body[] = []
  while (bodies.length < count) {
    const stops = random() < 0.6 ? 2 : pick([3, 3, 4, 8])
    const body: Body = {
      locations: Array.from({ length: stops }, () => {
        const { lat, lon } = pick(venues)
        return { lat: Number(lat.toFixed(6)), lon: Number(lon.toFixed(6)) }
      }),
      search: pick(searches),
      travel: pick(travels),
      max_detour_seconds: pick([60, 300, 600, 600, 1_200, 3_600]),
      max_results: pick([1, 5, 10, 20]),
    }
    const hasRoute = await routeOf(region, body, body.locations).then(
      () => true,
      () => false,
    )
    if (hasRoute) bodies.push(body)
  }
  return bodies
}

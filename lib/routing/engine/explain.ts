import type { Bounds, LatLon } from '#ground/geo'
import { ApiError } from '#platform/errors'
import type { EngineLocateItem } from './answers.ts'
import { maxSnapDistanceMeters } from './config.ts'

/** The part of an engine used here. */
interface ExplainingEngine {
  call<Answer>(
    action: 'locate' | 'route',
    query: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<Answer>
  /** Boxes around the parts of the region, degrees. */
  readonly areas: readonly Bounds[]
}

/**
 * Returns a `location_not_routable` that names the first unroutable location of the query, in the message and as
 * `location_index`, or `error` if all are routable. The engine's error does not name the location, so a `locate` query
 * finds it. For a location outside the region, the message lists up to three boxes of the region, and whether latitude
 * and longitude seem to be swapped.
 */
export async function nameUnroutableLocation(
  engine: ExplainingEngine,
  error: ApiError,
  query: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<ApiError> {
  const { costing, costing_options } = query
  const locations = query.locations as LatLon[]
  const located = await engine.call<EngineLocateItem[]>(
    'locate',
    { locations, costing, costing_options },
    signal,
  )
  const index = located.findIndex(({ edges, nodes }) => !edges?.length && !nodes?.length)
  if (index < 0) return error
  return makeNoRoadError(index, locations[index]!, `${costing}`, engine.areas, error)
}

/** Makes a `location_not_routable` for a location without a road. */
export function makeNoRoadError(
  index: number,
  location: LatLon,
  travel: string,
  areas: readonly Bounds[],
  cause?: unknown,
): ApiError {
  const reach = maxSnapDistanceMeters.toLocaleString('en-US')
  const where = areas.length > 0 ? describeOutside(areas, location) : ''
  return new ApiError(
    'location_not_routable',
    `Location ${index} has no road within ${reach} m that is open to ${travel}${where}.`,
    { cause, fields: { location_index: index } },
  )
}

/** Maximum number of boxes in a message. */
const maxStatedAreas = 3

/** Describes how a location outside the region relates to it; empty for a location inside. */
function describeOutside(areas: readonly Bounds[], { lat, lon }: LatLon): string {
  if (areas.some((area) => isWithin(area, lat, lon))) return ''
  const swapped = areas.some((area) => isWithin(area, lon, lat))
    ? '; with latitude and longitude swapped it would lie inside'
    : ''
  const boxes = areas
    .slice(0, maxStatedAreas)
    .map(
      ({ min_lat, max_lat, min_lon, max_lon }) =>
        `latitude ${min_lat} to ${max_lat}, longitude ${min_lon} to ${max_lon}`,
    )
  if (areas.length > maxStatedAreas) boxes.push('...')
  return `: it lies outside the region (${boxes.join('; ')})${swapped}`
}

function isWithin({ min_lat, max_lat, min_lon, max_lon }: Bounds, lat: number, lon: number) {
  return lat >= min_lat && lat <= max_lat && lon >= min_lon && lon <= max_lon
}

/**
 * Returns a `no_route` that names the first leg without a route, in the message and as the two `location_indices`. The
 * engine's error does not name the leg, so the legs are routed one by one until one fails.
 */
export async function nameLegWithoutRoute(
  engine: ExplainingEngine,
  error: ApiError,
  query: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<ApiError> {
  const { alternates: _, ...rest } = query
  const locations = query.locations as LatLon[]
  for (let from = 0; from + 1 < locations.length; from++) {
    const leg = { ...rest, locations: locations.slice(from, from + 2), directions_type: 'none' }
    const hasRoute =
      locations.length > 2 &&
      (await engine.call('route', leg, signal).then(
        () => true,
        (reason) => {
          if (reason instanceof ApiError && reason.code === 'no_route') return false
          throw reason
        },
      ))
    if (hasRoute) continue
    const message = `No route exists from location ${from} to location ${from + 1} for ${query.costing}.`
    const fields = { location_indices: [from, from + 1] }
    return new ApiError('no_route', message, { cause: error, fields })
  }
  return error
}

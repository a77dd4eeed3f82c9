import type { Bounds, LatLon } from '#ground/geo'
import { ApiError } from '#platform/errors'
import type { EngineLocateItem } from './answers.ts'
import { maxSnapDistanceMeters } from './config.ts'

/** The part of an engine used here. */
interface Asked {
  call<Answer>(
    action: 'locate' | 'route',
    query: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<Answer>
  /** Boxes around the parts of the region, degrees. */
  readonly areas: readonly Bounds[]
}

/**
 * The engine's `location_not_routable` with the first unroutable location of the query, in the message and
 * as `location_index`. The error does not say which location it is, so a `locate` query finds out. For a
 * location outside the region the message has the region's box, and whether latitude and longitude seem
 * to be swapped.
 */
export async function nameUnroutableLocation(
  engine: Asked,
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
  return noRoadNear(index, locations[index]!, `${costing}`, engine.areas, error)
}

/** `location_not_routable` for a location without a road. */
export function noRoadNear(
  index: number,
  location: LatLon,
  travel: string,
  areas: readonly Bounds[],
  cause?: unknown,
): ApiError {
  const reach = maxSnapDistanceMeters.toLocaleString('en-US')
  const where = areas.length > 0 ? outsideOf(areas, location) : ''
  return new ApiError(
    'location_not_routable',
    `Location ${index} has no road within ${reach} m that is open to ${travel}${where}.`,
    { cause, fields: { location_index: index } },
  )
}

/** Boxes of more parts are too long for a message. */
const maxStatedAreas = 3

/** How a location lies to the region; empty for one inside. */
function outsideOf(areas: readonly Bounds[], { lat, lon }: LatLon): string {
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
 * The engine's `no_route` with the first leg that has no route, in the message and as the two
 * `location_indices`. The error does not say which leg it is, so each is routed by itself.
 */
export async function nameLegWithoutRoute(
  engine: Asked,
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

import type * as z from 'zod'
import { ElevationRequest } from '#ground/elevation/schemas'
import { roundPosition } from '#ground/geo'
import { ReverseRequest, SearchRequest } from '#places/search/schemas'
import { IsochroneRequest, MatrixRequest, OptimizeRequest, RouteRequest } from '#routing/schemas'
import type { Intent } from '../reader/index.ts'
import { elevationParameters } from './elevation.ts'
import type { PlacePoint, RequestDetails } from './place-point.ts'
import { matrixParameters, optimizeParameters, routeParameters } from './routes.ts'
import { isochroneParameters, reverseParameters, searchParameters } from './single-places.ts'

/** The parameters of a backend; or what is out of its limits. */
export type BackendRequest =
  | { parameters: Record<string, unknown>; limit?: undefined }
  | { limit: string }

const builders: Record<
  Intent,
  (places: readonly PlacePoint[], options: RequestDetails) => Record<string, unknown>
> = {
  route: routeParameters,
  optimize: optimizeParameters,
  isochrone: isochroneParameters,
  elevation: elevationParameters,
  matrix: matrixParameters,
  geocode: searchParameters,
  reverse_geocode: reverseParameters,
}

const inputs: Record<Intent, z.ZodType> = {
  route: RouteRequest,
  optimize: OptimizeRequest,
  isochrone: IsochroneRequest,
  elevation: ElevationRequest,
  matrix: MatrixRequest,
  geocode: SearchRequest,
  reverse_geocode: ReverseRequest,
}

/** The parameters that ask a backend for what a query says, valid by the backend's own schema. */
export function backendRequest(
  intent: Intent,
  places: readonly PlacePoint[],
  options: RequestDetails,
): BackendRequest {
  const rounded = places.map((place) => ({ ...place, position: roundPosition(place.position) }))
  const given = Object.entries(builders[intent](rounded, options))
  const parameters = Object.fromEntries(given.filter(([, value]) => value !== undefined))
  const { error } = inputs[intent].safeParse(parameters)
  if (!error) return { parameters }
  const { path, message } = error.issues[0]!
  return { limit: `${path.map(String).join('.')} ${message}`.trim() }
}

import type * as z from 'zod'
import { ElevationRequest } from '#ground/elevation/schemas'
import { roundPosition } from '#ground/geo'
import { ReverseRequest, SearchRequest } from '#places/search/schemas'
import { IsochroneRequest, MatrixRequest, OptimizeRequest, RouteRequest } from '#routing/schemas'
import type { Intent } from '../reader/index.ts'
import { buildElevationParameters } from './elevation.ts'
import type { PlacePoint, RequestDetails } from './place-point.ts'
import { buildMatrixParameters, buildOptimizeParameters, buildRouteParameters } from './routes.ts'
import {
  buildIsochroneParameters,
  buildReverseParameters,
  buildSearchParameters,
} from './single-places.ts'

/** The parameters of a backend, or in `limit` the first error of its schema: the field and what is wrong with it. */
export type BackendRequest =
  | { parameters: Record<string, unknown>; limit?: undefined }
  | { limit: string }

const builders: Record<
  Intent,
  (places: readonly PlacePoint[], options: RequestDetails) => Record<string, unknown>
> = {
  route: buildRouteParameters,
  optimize: buildOptimizeParameters,
  isochrone: buildIsochroneParameters,
  elevation: buildElevationParameters,
  matrix: buildMatrixParameters,
  geocode: buildSearchParameters,
  reverse_geocode: buildReverseParameters,
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

/** Builds the parameters of a backend request from a query and validates them with the backend's own schema. */
export function buildBackendRequest(
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

import type * as z from 'zod'
import type { ElevationResponse } from '#ground/elevation/schemas'
import type { LatLon } from '#ground/geo'
import type { ReverseResponse, SearchResponse } from '#places/search/schemas'
import type {
  IsochroneResponse,
  MatrixResponse,
  OptimizeResponse,
  RouteResponse,
} from '#routing/schemas'
import type { Intent, PlaceRole, ReaderLanguage } from '../reader/index.ts'

/** A place of a query that was found. */
export interface AnsweredPlace {
  role: PlaceRole
  /** As typed; empty for the caller's position. */
  text: string
  /** Name of the place found; empty for the caller's position. */
  name: string
  position: LatLon
}

/** A query with the answer of its backend. */
export interface Answered {
  language: ReaderLanguage
  units?: 'kilometers' | 'miles'
  intent: Intent
  /** Parameters sent to the backend. */
  parameters: Record<string, unknown>
  /** The backend's response. */
  result: unknown
  /** Places in the order of the backend's parameters. */
  places: readonly AnsweredPlace[]
}

/** Responses of the backends by intent. */
export interface Results {
  route: z.output<typeof RouteResponse>
  optimize: OptimizeResponse
  isochrone: z.output<typeof IsochroneResponse>
  elevation: ElevationResponse
  matrix: z.output<typeof MatrixResponse>
  geocode: z.output<typeof SearchResponse>
  reverse_geocode: z.output<typeof ReverseResponse>
}

/** Description of an answer: the same figures as sentences and as named values. */
export interface Description {
  sentences: string[]
  values: Record<string, string>
}

/**
 * The only error family. Anything that goes wrong for a caller is thrown as an {@link ApiError}; everything else that
 * is thrown is a fault of the service and becomes `internal_error`.
 */

/** Every error code of the service, with its HTTP status and default message. */
export const errorTable = {
  bad_request: { status: 400, message: 'The request is not valid.' },
  unauthorized: { status: 401, message: 'Missing or invalid API key format' },
  payment_required: {
    status: 402,
    message: 'Insufficient balance. Please top up your account.',
  },
  forbidden: { status: 403, message: 'Invalid API key' },
  not_found: { status: 404, message: 'No such path.' },
  method_not_allowed: { status: 405, message: 'This path does not take this method.' },
  idempotency_conflict: {
    status: 409,
    message: 'This idempotency key was used for another request.',
  },
  payload_too_large: { status: 413, message: 'The request body is over 6 MB.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  location_not_routable: { status: 422, message: 'A location has no road within reach.' },
  no_route: { status: 422, message: 'No route exists between the locations.' },
  match_failed: { status: 422, message: 'The trace cannot be matched to roads.' },
  area_outside_data: { status: 422, message: 'The area lies outside the data of this region.' },
  across_regions: {
    status: 422,
    message: 'The locations lie in regions that are served apart from each other.',
  },
  ambiguous_query: { status: 422, message: 'The query can be read in more than one way.' },
  geocode_failed: { status: 422, message: 'A place in the query cannot be found.' },
  too_many_requests: { status: 429, message: 'Too many requests. Please slow down.' },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
  service_unavailable: {
    status: 503,
    message: 'The service is unavailable for the moment. Please try again.',
  },
  gateway_timeout: { status: 504, message: 'The operation ran past its deadline.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorTable

/** Further fields of an error in addition to `error` and `message`. The OpenAPI document describes each. */
export interface ErrorFields {
  details?: { path: string; message: string }[]
  location_index?: number
  location_indices?: number[]
  /**
   * Texts of a request that were found as places, and texts that were not. `field` is absent for the places of a
   * query in words, which has an `intent`.
   */
  partial?: {
    intent?: string
    resolved_locations: { field?: string; text: string; resolved: { lat: number; lon: number } }[]
    unresolved_locations: { field?: string; text: string }[]
  }
  /** Examples of queries in words that can be answered. */
  suggestions?: string[]
  /** The place found for a text, if it cannot be reached. */
  place?: {
    name: string
    label: string
    place_type: string
    coordinates: { lat: number; lng: number }
  }
  /** Regions that contain the locations of a request. */
  regions?: string[]
  unavailable?: { travel: string; error: string; message: string; location_index?: number }[]
  retry_after_seconds?: number
}

/** Optional parts of an {@link ApiError} in addition to its code and message. */
export interface ApiErrorOptions {
  /** Further fields of the JSON body. */
  fields?: ErrorFields
  /** Further response headers, for example `allow`. `retry-after` replaces the default of 1 second for 429 and 503. */
  headers?: Record<string, string>
  /** Logged, never shown to the caller. */
  cause?: unknown
}

/**
 * An error for the API caller.
 *
 * @example
 * throw new ApiError('no_route', 'No route by car between location 0 and location 1.')
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly fields: ErrorFields
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message?: string, options: ApiErrorOptions = {}) {
    super(message ?? errorTable[code].message, { cause: options.cause })
    this.code = code
    this.fields = options.fields ?? {}
    const isPassing = this.status === 429 || this.status === 503
    this.headers = { ...(isPassing && { 'retry-after': '1' }), ...options.headers }
  }

  /** The HTTP status of {@link code}. */
  get status(): number {
    return errorTable[this.code].status
  }

  /** The JSON body: `{error, message, ...fields}`. */
  toJSON(): Record<string, unknown> {
    return { error: this.code, message: this.message, ...this.fields }
  }
}

/**
 * Thrown when the region was built without data that the operation needs: 503 with a `retry-after` of one hour, since
 * only another build changes it.
 */
export class MissingDataError extends ApiError {
  constructor(message: string) {
    super('service_unavailable', message, { headers: { 'retry-after': '3600' } })
  }
}

/** Makes a 503: a store or the engine cannot be used at present. */
export function unavailable(cause: unknown, message?: string): ApiError {
  return new ApiError('service_unavailable', message, { cause })
}

/** Makes a 429 with the whole seconds until a call would be accepted. */
export function tooManyRequests(retryAfterSeconds: number, message?: string): ApiError {
  return new ApiError('too_many_requests', message, {
    fields: { retry_after_seconds: retryAfterSeconds },
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}

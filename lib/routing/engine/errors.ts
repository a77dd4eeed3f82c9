import { ApiError, type ErrorCode, unavailable } from '#platform/errors'

/** Maps an error text to a code. The engine's binding drops the error number, so errors are recognised by text. */
interface Rule {
  text: string
  code: ErrorCode
  message?: string
}

const noPath = 'No path could be found for input'

const rules: readonly Rule[] = [
  { text: 'No suitable edges near location', code: 'location_not_routable' },
  { text: 'Locations are in unconnected regions', code: 'no_route' },
  { text: noPath, code: 'no_route' },
  { text: 'Location is unreachable', code: 'no_route' },
  // Two `through` locations at the same place on the road network.
  { text: 'leg_shape_index not set for intermediate location', code: 'no_route' },
  { text: 'Exact route match algorithm failed', code: 'match_failed' },
  { text: 'Map Match algorithm failed', code: 'match_failed' },
  { text: 'Exceeded breakage distance', code: 'match_failed' },
  { text: 'Exceeded max', code: 'bad_request' },
  { text: 'Too many shape points', code: 'bad_request' },
]

const distanceLimit = /Path distance exceeds the max distance limit:? *(\d+)?/

/**
 * Converts an error of the engine to the service's error. Returns an unknown error unchanged; it becomes an
 * `internal_error`, because requests are validated and it must be a defect of the service.
 */
export function convertEngineError(thrown: unknown): unknown {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  const distance = distanceLimit.exec(text)
  if (distance) return makeTooLongError(distance[1], thrown)
  if (text.includes('tar file has changed')) return unavailable(thrown)
  const rule = rules.find((candidate) => text.includes(candidate.text))
  if (!rule) return thrown
  const message = rule.code === 'bad_request' ? stripPrefix(text) : undefined
  return new ApiError(rule.code, message, { cause: thrown })
}

/**
 * Returns whether a search ended without a path (in a matrix, for every pair). Locations in areas that are not
 * connected are a different error: the engine rejects them before it searches.
 */
export function isNoPath(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.cause instanceof Error &&
    error.cause.message.includes(noPath)
  )
}

function makeTooLongError(limitMeters: string | undefined, cause: unknown): ApiError {
  const limit = limitMeters ? ` of ${Number(limitMeters) / 1000} km` : ''
  const message = `The straight line through the locations is over the limit${limit} for this travel type.`
  return new ApiError('bad_request', message, {
    cause,
    fields: { details: [{ path: 'locations', message }] },
  })
}

function stripPrefix(text: string): string {
  const sentence = text.replace(/^\w+ error: /, '')
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}

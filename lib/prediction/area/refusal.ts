import { ApiError } from '#platform/errors'

/**
 * Creates a `bad_request` error (status 400) for one field of the request.
 *
 * @param path Field, such as `area.radius_m`.
 * @param message Rest of a sentence that starts with the path, without its full stop.
 */
export function createRefusal(path: string, message: string): ApiError {
  return new ApiError('bad_request', `${path} ${message}.`, {
    fields: { details: [{ path, message }] },
  })
}

/**
 * Formats a number for a message, such as `25.3`. It is rounded up so that it stays above the limit that it exceeds.
 */
export function formatRoundedUp(value: number): string {
  const digits = value < 1_000 ? 1 : 0
  return (Math.ceil(value * 10 ** digits) / 10 ** digits).toLocaleString('en-US')
}

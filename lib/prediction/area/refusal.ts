import { ApiError } from '#platform/errors'

/**
 * A 400 for one field of the request.
 *
 * @param path The field, such as `area.radius_m`.
 * @param message The rest of a sentence that starts with the path; without its full stop.
 */
export function refusal(path: string, message: string): ApiError {
  return new ApiError('bad_request', `${path} ${message}.`, {
    fields: { details: [{ path, message }] },
  })
}

/** A number for a message, such as `25.3`: rounded up, so that it stays above the limit it exceeds. */
export function roundedUp(value: number): string {
  const digits = value < 1_000 ? 1 : 0
  return (Math.ceil(value * 10 ** digits) / 10 ** digits).toLocaleString('en-US')
}

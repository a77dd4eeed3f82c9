import { ApiError } from '../../errors/index.ts'

/**
 * A 400 about one field of the request.
 *
 * @param message Continues a sentence that begins with the field's name.
 */
export function refusal(path: string, message: string): ApiError {
  return new ApiError('bad_request', `${path} ${message}.`, {
    fields: { details: [{ path, message }] },
  })
}

/** A figure for a message, `25.3`; rounded up, so that it never equals the limit it exceeds. */
export function atLeast(value: number): string {
  const digits = value < 1_000 ? 1 : 0
  return (Math.ceil(value * 10 ** digits) / 10 ** digits).toLocaleString('en-US')
}

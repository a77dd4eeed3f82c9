import { ApiError } from '../../errors/index.ts'

/**
 * A 400 about one field of the request: `message` ends the sentence that begins with the field's name.
 */
export function refusal(path: string, message: string): ApiError {
  return new ApiError('bad_request', `${path} ${message}.`, {
    fields: { details: [{ path, message }] },
  })
}

/** Square kilometres or kilometres as they are said: `25.3`, never rounded down onto the limit. */
export function atLeast(value: number): string {
  const digits = value < 1_000 ? 1 : 0
  return (Math.ceil(value * 10 ** digits) / 10 ** digits).toLocaleString('en-US')
}

import { ApiError, unavailable } from '../../errors/index.ts'

/** Bytes of a pack are not what was written: 503, with what is wrong in the log. */
export function damaged(name: string, what: string, cause?: unknown): ApiError {
  return unavailable(
    new Error(`${name} is damaged: ${what}`, { cause }),
    'The index of places is damaged.',
  )
}

/** A file that this code cannot read at all: 503 that says why. */
export function unreadable(why: string): ApiError {
  return unavailable(new Error(why), why)
}

/** Whatever a source throws, as one of the family. */
export function asUnavailable(error: unknown): ApiError {
  return error instanceof ApiError ? error : unavailable(error)
}

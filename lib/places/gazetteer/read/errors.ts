import { ApiError, unavailable } from '#platform/errors'

/** Reports a pack that is damaged or that this code cannot read. */
class PackError extends Error {
  override readonly name = 'PackError'
}

/** Creates a 503 for corrupt bytes. Its cause, which is logged, says which file and which part is damaged. */
export function createDamageError(name: string, what: string, cause?: unknown): ApiError {
  return unavailable(
    new PackError(`${name} is damaged: ${what}`, { cause }),
    'The index of places is damaged.',
  )
}

/** Creates a 503 for a file that this code cannot read at all; the caller sees why. */
export function createUnreadableError(why: string): ApiError {
  return unavailable(new PackError(why), why)
}

/**
 * Reads a second time if the bytes are damaged, because the transfer may have damaged them and not the file.
 *
 * @param read Must throw an error of {@link createDamageError} or {@link createUnreadableError} for bytes that it
 *   cannot decode.
 */
export async function readAgainIfDamaged<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ApiError && error.cause instanceof PackError) return await read()
    throw error
  }
}

/** Returns an `ApiError` as it is, and wraps any other error in a 503. */
export function toUnavailable(error: unknown): ApiError {
  return error instanceof ApiError ? error : unavailable(error)
}

import { ApiError, unavailable } from '#platform/errors'

/** A pack is damaged, or this code cannot read it. */
class PackError extends Error {
  override readonly name = 'PackError'
}

/** 503 for corrupt bytes; the cause names them for the log. */
export function damaged(name: string, what: string, cause?: unknown): ApiError {
  return unavailable(
    new PackError(`${name} is damaged: ${what}`, { cause }),
    'The index of places is damaged.',
  )
}

/** 503 for a file that this code cannot read at all; the caller sees why. */
export function unreadable(why: string): ApiError {
  return unavailable(new PackError(why), why)
}

/**
 * Reads a second time if the bytes are damaged: the transfer may have damaged them, not the file.
 *
 * @param read Throws {@link damaged} or {@link unreadable} for corrupt bytes.
 */
export async function readAgainIfDamaged<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ApiError && error.cause instanceof PackError) return await read()
    throw error
  }
}

/** 503 for any error that is not meant for the caller already. */
export function asUnavailable(error: unknown): ApiError {
  return error instanceof ApiError ? error : unavailable(error)
}

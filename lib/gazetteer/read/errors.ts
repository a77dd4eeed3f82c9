import { ApiError, unavailable } from '../../errors/index.ts'

/** What was read is not what this code can read, or not what was written. */
class PackFault extends Error {
  override readonly name = 'PackFault'
}

/** Bytes of a pack are not what was written: 503, with what is wrong in the log. */
export function damaged(name: string, what: string, cause?: unknown): ApiError {
  return unavailable(
    new PackFault(`${name} is damaged: ${what}`, { cause }),
    'The index of places is damaged.',
  )
}

/**
 * Reads, and once more what looks damaged: a fault on the way must not look like damage.
 *
 * @param read Throws {@link damaged} or {@link unreadable} for bytes that are not what was written.
 */
export async function readAgainIfDamaged<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ApiError && error.cause instanceof PackFault) return await read()
    throw error
  }
}

/** A file that this code cannot read at all: 503 that says why. */
export function unreadable(why: string): ApiError {
  return unavailable(new PackFault(why), why)
}

/** Whatever a source throws, as one of the family. */
export function asUnavailable(error: unknown): ApiError {
  return error instanceof ApiError ? error : unavailable(error)
}

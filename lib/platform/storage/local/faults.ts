import { ApiError, unavailable } from '#platform/errors'

export function readErrorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code
}

/**
 * Returns whether an error means that the object does not exist. This includes `a/b` where `a` is an object, and
 * where `a/b` is a folder.
 */
export function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(readErrorCode(error) ?? '')
}

/** Turns a fault of the disk into `service_unavailable`. */
export async function runOnDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ApiError ? error : unavailable(error)
  }
}

import { ApiError, unavailable } from '#platform/errors'

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code
}

/** Whether there is no such object: also where `a` of `a/b` is an object, and where `a/b` is a folder. */
export function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error) ?? '')
}

/** Turns a fault of the disk into `service_unavailable`. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ApiError ? error : unavailable(error)
  }
}

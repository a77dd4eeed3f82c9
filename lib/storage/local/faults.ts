import { ApiError, unavailable } from '../../errors/index.ts'

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code
}

/** `a/b` is also absent when `a` is an object, and when `a/b` is only the beginning of longer keys. */
export function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error) ?? '')
}

/** Does the work; a fault of the disk becomes `service_unavailable`. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ApiError ? error : unavailable(error)
  }
}

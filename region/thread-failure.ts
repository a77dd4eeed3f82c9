import { RegionError } from './errors.ts'

/** An error on its way from a thread: the properties that messages for users depend on. */
export interface ThreadFailure {
  message: string
  isForUsers: boolean
  code: string | undefined
}

export function failureOf(error: unknown): ThreadFailure {
  const { message, code } = error as NodeJS.ErrnoException
  return { message, code, isForUsers: error instanceof RegionError }
}

export function errorOfFailure({ message, isForUsers, code }: ThreadFailure): Error {
  const error = isForUsers ? new RegionError(message) : new Error(message)
  return code === undefined ? error : Object.assign(error, { code })
}

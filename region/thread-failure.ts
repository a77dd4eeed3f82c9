import { RegionError } from './errors.ts'

/** An error passed from a thread, with the properties that messages for users depend on. */
export interface ThreadFailure {
  message: string
  isForUsers: boolean
  code: string | undefined
}

export function toFailure(error: unknown): ThreadFailure {
  const { message, code } = error as NodeJS.ErrnoException
  return { message, code, isForUsers: error instanceof RegionError }
}

export function toError({ message, isForUsers, code }: ThreadFailure): Error {
  const error = isForUsers ? new RegionError(message) : new Error(message)
  return code === undefined ? error : Object.assign(error, { code })
}

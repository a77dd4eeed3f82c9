import { basename } from 'node:path'
import { DatasetError } from '#ground/dataset'
import { ApiError } from '#platform/errors'
import { RegionError } from './errors.ts'

/** Turns an unexpected error into one line for the terminal; known errors stay as they are. */
export function toRegionError(
  error: unknown,
  { stage, osm, home }: { stage: string; osm: readonly string[]; home: string },
): unknown {
  if (error instanceof RegionError || error instanceof DatasetError || error instanceof ApiError)
    return error
  const { code, message = String(error) } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new RegionError(`The disk of ${home} is full; free some space and build again.`, {
      cause: error,
    })
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new RegionError(
      `The build cannot write: check the permissions of ${home} (${joinLines(message)}).`,
      { cause: error },
    )
  const files = osm.map((path) => basename(path)).join(', ')
  return new RegionError(
    `The build of ${files} failed at "${stage}": an input is damaged, or this is a defect; download the files again, or report it (${joinLines(message)}).`,
    { cause: error },
  )
}

function joinLines(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)
}

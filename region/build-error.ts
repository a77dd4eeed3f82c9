import { basename } from 'node:path'
import { DatasetError } from '../lib/dataset/index.ts'
import { ApiError } from '../lib/errors/index.ts'
import { RegionError } from './errors.ts'

/** Puts a fault that nothing nearer to it has put into words into one line for the terminal. */
export function toRegionError(
  error: unknown,
  { stage, osm, home }: { stage: string; osm: readonly string[]; home: string },
): unknown {
  if (error instanceof RegionError || error instanceof DatasetError || error instanceof ApiError)
    return error
  const { code, message = String(error) } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new RegionError(`The disk of ${home} is full; make room and build again.`, {
      cause: error,
    })
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new RegionError(
      `The build cannot write: check the permissions of ${home} (${oneLine(message)}).`,
      { cause: error },
    )
  const files = osm.map((path) => basename(path)).join(', ')
  return new RegionError(
    `The build of ${files} failed at "${stage}": an input is damaged, or this is a fault of ours; get the files again, or report it (${oneLine(message)}).`,
    { cause: error },
  )
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)
}

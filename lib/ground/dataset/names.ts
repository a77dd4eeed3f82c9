import { randomBytes } from 'node:crypto'
import { DatasetError } from './errors.ts'

const regionPattern = /^[a-z0-9][a-z0-9-]{0,62}$/
const buildPattern = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/

/** Name of a file inside a build: lower case, no folders. */
export const filePattern = /^[a-z0-9][a-z0-9._-]{0,62}$/

/**
 * Checks the name of a region: lower-case letters, digits and hyphens, at most 63 characters.
 *
 * @throws DatasetError
 */
export function assertRegionName(name: string): void {
  if (!regionPattern.test(name))
    throw new DatasetError(
      `"${name}" is not a region name: use lower-case letters, digits and hyphens, at most 63 characters.`,
    )
}

/**
 * Parses a list of region names separated by commas, as in `REGION` (`andorra,porto`). Keeps its order.
 *
 * @throws DatasetError for an empty list, a repeated name or an invalid name.
 */
export function parseRegionNames(list: string): readonly string[] {
  const names = list.split(',').map((name) => name.trim())
  for (const [index, name] of names.entries()) {
    assertRegionName(name)
    if (names.indexOf(name) < index) throw new DatasetError(`The region ${name} is named twice.`)
  }
  return names
}

/** @throws DatasetError when `build` does not look like a build id. */
export function assertBuildId(build: string): void {
  if (!buildPattern.test(build))
    throw new DatasetError(
      `"${build}" is not a build id: build ids look like 20261121T004512Z-3f9a1c.`,
    )
}

/**
 * Makes a build id, for example `20261121T004512Z-3f9a1c`. Ids sort by time to the second and are unique within it.
 */
export function makeBuildId(now: Date = new Date()): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '')
  return `${stamp}-${randomBytes(3).toString('hex')}`
}

export const datasetsPrefix = 'datasets/'

export function buildPrefix(name: string, build: string): string {
  return `${datasetsPrefix}${name}/${build}/`
}

export function manifestKey(name: string, build: string): string {
  return `${buildPrefix(name, build)}manifest.json`
}

export function pointerKey(name: string): string {
  return `${datasetsPrefix}${name}/current.json`
}

/** Returns the key of a region's cache of verified files on this machine. */
export function verifiedKey(name: string): string {
  return `${datasetsPrefix}${name}/verified.json`
}

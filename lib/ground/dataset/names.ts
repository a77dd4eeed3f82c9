import { randomBytes } from 'node:crypto'
import { DatasetError } from './errors.ts'

const regionPattern = /^[a-z0-9][a-z0-9-]{0,62}$/
const buildPattern = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/

/** A file inside a build: lower case, no folders. */
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
 * The names of a list of regions with commas between them, as `REGION` has it (`andorra,porto`), in its order.
 *
 * @throws DatasetError for an empty list, a repeated name and one that is no region name.
 */
export function regionNamesOf(list: string): readonly string[] {
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

/** A build id: sorts by time to the second, and is unique within it, for example `20261121T004512Z-3f9a1c`. */
export function newBuildId(now: Date = new Date()): string {
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

/** The cache of verified files of a region on this machine. */
export function verifiedKey(name: string): string {
  return `${datasetsPrefix}${name}/verified.json`
}

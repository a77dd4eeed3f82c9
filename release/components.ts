import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './packages.ts'

/** An installed third-party library. */
export interface Component {
  name: string
  version: string
  /** SPDX expression. */
  licence: string
  /** Folder of the library under the root. */
  folder: string
}

interface LockedPackage {
  version: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}

/** Finds the libraries that these files belong to. Paths are under the root, such as inputs of a bundle. */
export function findComponents(paths: Iterable<string>): Component[] {
  const folders = [...paths].flatMap(
    (path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/.][^/]*/)?.[0] ?? [],
  )
  return [...new Set(folders)].sort().map(readComponent)
}

/** Finds the libraries that are installed with these, including themselves: all direct and indirect dependencies. */
export function findDependencies(names: readonly string[]): Component[] {
  const found = new Set(names.map((name) => resolveFolder(name, '')))
  for (const folder of found) {
    const { dependencies, optionalDependencies } = lock.packages[folder]!
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const dependency = resolveFolder(name, folder)
      // Optional ones may be for another platform.
      if (dependency in lock.packages) found.add(dependency)
    }
  }
  return [...found].sort().map(readComponent)
}

/**
 * Returns the folder where Node finds a library that a module in `folder` imports: the nearest `node_modules` that
 * contains it.
 */
function resolveFolder(name: string, folder: string): string {
  const own = join(folder, 'node_modules', name)
  if (own in lock.packages || folder === '') return own
  const parent = dirname(
    folder.slice(0, folder.lastIndexOf('node_modules') + 'node_modules'.length),
  )
  return resolveFolder(name, parent === '.' ? '' : parent)
}

/** Licences of libraries that declare them only in their licence file. */
const undeclared: Readonly<Record<string, string>> = { suncalc: 'BSD-2-Clause' }

function readComponent(folder: string): Component {
  const locked = lock.packages[folder]
  if (!locked) throw new Error(`${folder} is not in the lock file.`)
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const { version, license = undeclared[name] } = locked
  if (!license) throw new Error(`The licence of ${name} is not known.`)
  return { name, version, licence: license, folder }
}

/** Reads the licence text of a library; undefined if it does not include one. */
export function readLicenceText({ folder }: Component): string | undefined {
  const directory = join(root, folder)
  if (!existsSync(directory)) return undefined
  const files = readdirSync(directory).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
  const texts = files.sort().map((name) => readFileSync(join(directory, name), 'utf8').trim())
  return texts.length > 0 ? texts.join('\n\n') : undefined
}

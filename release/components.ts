import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './packages.ts'

/** A library of others, as it is installed. */
export interface Component {
  name: string
  version: string
  /** An SPDX expression. */
  licence: string
  /** Its folder under the root. */
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

/** The libraries to which these files belong: paths under the root, such as inputs of a bundle. */
export function componentsOf(paths: Iterable<string>): Component[] {
  const folders = [...paths].flatMap(
    (path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/.][^/]*/)?.[0] ?? [],
  )
  return [...new Set(folders)].sort().map(component)
}

/** The libraries that are installed with these: themselves, and all that they depend on. */
export function dependenciesOf(names: readonly string[]): Component[] {
  const found = new Set(names.map((name) => folderOf(name, '')))
  for (const folder of found) {
    const { dependencies, optionalDependencies } = lock.packages[folder]!
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const dependency = folderOf(name, folder)
      // Optional ones may be for another platform.
      if (dependency in lock.packages) found.add(dependency)
    }
  }
  return [...found].sort().map(component)
}

/** Where Node finds a library that a module in `folder` imports: in the nearest `node_modules` that has it. */
function folderOf(name: string, folder: string): string {
  const own = join(folder, 'node_modules', name)
  if (own in lock.packages || folder === '') return own
  const parent = dirname(
    folder.slice(0, folder.lastIndexOf('node_modules') + 'node_modules'.length),
  )
  return folderOf(name, parent === '.' ? '' : parent)
}

/** Licences that libraries declare in their licence file alone. */
const undeclared: Readonly<Record<string, string>> = { suncalc: 'BSD-2-Clause' }

function component(folder: string): Component {
  const locked = lock.packages[folder]
  if (!locked) throw new Error(`${folder} is not in the lock file.`)
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const { version, license = undeclared[name] } = locked
  if (!license) throw new Error(`The licence of ${name} is not known.`)
  return { name, version, licence: license, folder }
}

/** What a library says of its licence; undefined where it brings no text. */
export function licenceText({ folder }: Component): string | undefined {
  const directory = join(root, folder)
  if (!existsSync(directory)) return undefined
  const files = readdirSync(directory).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
  const texts = files.sort().map((name) => readFileSync(join(directory, name), 'utf8').trim())
  return texts.length > 0 ? texts.join('\n\n') : undefined
}

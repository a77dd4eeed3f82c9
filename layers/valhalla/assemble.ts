import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { findHighestVersions, findProblems, type VersionBounds } from './check.ts'
import { readSharedObject, removeNeeded, type SharedObject } from './elf.ts'
import { renderLayerNotice } from './licences.ts'
import { systemLibraries } from './system.ts'

export type LayerArchitecture = 'arm64' | 'x86_64'

export interface LayerOptions {
  architecture: LayerArchitecture
  /** Folder of the layer, emptied first. */
  outdir: string
  /** Folder of the npm package. Default: the installed one. */
  packageDirectory?: string
  /** Newest symbol versions allowed. Default: the versions of Amazon Linux 2023. */
  bounds?: VersionBounds
}

export interface LayerReport {
  architecture: LayerArchitecture
  directory: string
  /** Version of the npm package. */
  version: string
  bytes: number
  files: number
  /** Libraries included with the engine, in alphabetical order. */
  libraries: string[]
  /** Newest symbol version that the system must provide, by family, for example `{ GLIBC: '2.28' }`. */
  versions: Record<string, string>
  /** Unused dependencies that were removed, by file. */
  dropped: Record<string, string[]>
}

/**
 * Maximum bytes of the layer. A function may use 250 MB with all its layers: about half is left for code and other
 * layers.
 */
export const maxLayerBytes = 130e6

const packageName = '@valhallajs/valhallajs'
const folders: Record<LayerArchitecture, string> = { arm64: 'linux/arm64', x86_64: 'linux/x64' }

/**
 * Assembles the layer of the routing engine from its npm package: the engine and the libraries it is linked to, below
 * `nodejs/node_modules`, where Node finds it. The same package always yields the same bytes.
 *
 * The package's binaries depend on libraries that they do not use. Two of these are, or depend on, libraries that
 * Lambda lacks (libcrypt.so.1, libbsd.so.0). Unused dependencies are removed, and then every used symbol is checked.
 *
 * @throws Error naming each library, symbol or version that Lambda lacks, or the size.
 */
export function assembleLayer(options: LayerOptions): LayerReport {
  const { architecture, bounds } = options
  const source =
    options.packageDirectory ?? dirname(createRequire(import.meta.url).resolve(packageName))
  if (!existsSync(source)) throw new Error(`${packageName} is not installed in ${source}.`)
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const binaries = collectBinaries(source, folders[architecture])
  const objects = new Map([...binaries].map(([path, { object }]) => [path, object]))
  const problems = [...findWrongMachines(objects, architecture), ...findProblems(objects, bounds)]
  problems.push(...listAbsentLibraries(binaries, problems))
  if (problems.length > 0) {
    throw new Error(
      `The engine's layer for ${architecture} would not load.\n${problems.join('\n')}`,
    )
  }

  const names = [...binaries.keys()].map((path) => path.slice(path.lastIndexOf('/') + 1)).sort()
  const dropped = new Map(
    [...binaries.values()].flatMap(({ name, dropped }) =>
      dropped.length > 0 ? [[name, dropped] as const] : [],
    ),
  )
  const contents = new Map<string, Buffer>([
    ...['index.js', 'lib/binary-path.js', 'package.json', 'README.md'].map(
      (path) => [path, readFileSync(join(source, path))] as const,
    ),
    ...[...binaries].map(([path, { bytes }]) => [path, bytes] as const),
    ['NOTICE', Buffer.from(renderLayerNotice(version, names, dropped))],
  ])
  const bytes = [...contents.values()].reduce((sum, { length }) => sum + length, 0)
  if (bytes > maxLayerBytes) {
    throw new Error(`The engine's layer has ${bytes} bytes, over its bound of ${maxLayerBytes}.`)
  }
  const directory = resolve(options.outdir)
  rmSync(directory, { recursive: true, force: true })
  for (const [path, content] of contents) {
    const file = join(directory, 'nodejs/node_modules', packageName, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content, { mode: binaries.has(path) ? 0o755 : 0o644 })
  }
  return {
    architecture,
    directory,
    version,
    bytes,
    files: contents.size,
    libraries: names.filter((name) => !name.endsWith('.node')),
    versions: findHighestVersions(objects),
    dropped: Object.fromEntries([...dropped].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

interface Binary {
  name: string
  bytes: Buffer
  object: SharedObject
  dropped: string[]
  /** Removed dependencies that the package does not contain. */
  absent: string[]
}

/** Collects the engine and its dependencies in the package, transitively, by path in the package. */
function collectBinaries(source: string, folder: string): Map<string, Binary> {
  const read = (path: string): SharedObject & { bytes: Buffer } => {
    try {
      const bytes = readFileSync(join(source, path))
      return { bytes, ...readSharedObject(bytes) }
    } catch (error) {
      throw new Error(`${path} cannot be read: ${(error as Error).message}.`)
    }
  }
  const findLibrary = (name: string) => {
    const path = `${folder}/lib/${name}`
    return existsSync(join(source, path)) ? path : undefined
  }
  const found = new Map<string, Binary>()
  const open = [`${folder}/valhalla_node.node`]
  for (let path = open.shift(); path; path = open.shift()) {
    if (found.has(path)) continue
    const { bytes, ...object } = read(path)
    const dropped = object.needed.filter((name) => {
      const there = findLibrary(name)
      return !systemLibraries.has(name) && !isUsed(object, name, there ? read(there) : undefined)
    })
    const needed = object.needed.filter((name) => !dropped.includes(name))
    found.set(path, {
      name: path.slice(path.lastIndexOf('/') + 1),
      bytes: dropped.length > 0 ? removeNeeded(bytes, new Set(dropped)) : bytes,
      object: { ...object, needed },
      dropped,
      absent: dropped.filter((name) => !findLibrary(name)),
    })
    open.push(...needed.flatMap((name) => findLibrary(name) ?? []))
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Whether an object uses a library that it depends on. A library outside the package counts as used if one of its
 * versions is required; the check that follows finds missing symbols.
 */
function isUsed(object: SharedObject, name: string, library: SharedObject | undefined): boolean {
  if (object.versions.has(name)) return true
  return object.undefinedSymbols.some((symbol) => library?.definedSymbols.has(symbol.name))
}

/** Names the libraries that may provide missing symbols. */
function listAbsentLibraries(binaries: Map<string, Binary>, problems: readonly string[]): string[] {
  return [...binaries].flatMap(([path, { absent }]) =>
    problems.some((problem) => problem.startsWith(`${path} uses `))
      ? absent.map((name) => `${path} asks for ${name}, which the package does not have.`)
      : [],
  )
}

function findWrongMachines(
  objects: Map<string, SharedObject>,
  architecture: LayerArchitecture,
): string[] {
  return [...objects]
    .filter(([, { machine }]) => machine !== architecture)
    .map(([path, { machine }]) => `${path} is built for ${machine}.`)
}

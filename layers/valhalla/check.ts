import { join, normalize } from 'node:path'
import type { SharedObject } from './elf.ts'
import {
  compareNumbers,
  isProvidedByNode,
  parseVersion,
  systemLibraries,
  systemVersions,
  unversionedLibraries,
} from './system.ts'

/** Shared objects by their path in the layer. */
export type Objects = ReadonlyMap<string, SharedObject>

/** Newest symbol versions allowed, by family, for example `{ GLIBC: '2.34' }`. */
export type VersionBounds = Readonly<Record<string, string>>

/**
 * Finds the problems that would keep Lambda's loader from loading these objects, one sentence each. Returns an empty
 * list when everything they are linked to is available.
 */
export function findProblems(objects: Objects, bounds: VersionBounds = systemVersions): string[] {
  const byName = new Map([...objects.keys()].map((path) => [toName(path), path]))
  const defined = new Set(
    [...objects.values()].flatMap(({ definedSymbols }) => [...definedSymbols]),
  )
  return [...objects].flatMap(([path, object]) => [
    ...findMissingLibraries(path, object, byName),
    ...findSearchPathProblems(path, object, byName),
    ...findVersionProblems(path, object, bounds),
    ...findMissingSymbols(path, object, objects, byName, defined),
  ])
}

/** Returns the newest version required of each family, for example `{ GLIBC: '2.28' }`. */
export function findHighestVersions(objects: Objects): Record<string, string> {
  const highest: Record<string, string> = {}
  for (const { versions } of objects.values()) {
    for (const { family, number } of listSystemVersions(versions)) {
      if (compareNumbers(number, highest[family] ?? '0') > 0) highest[family] = number
    }
  }
  return Object.fromEntries(Object.entries(highest).sort())
}

function findMissingLibraries(path: string, { needed }: SharedObject, byName: Map<string, string>) {
  return needed
    .filter((library) => !byName.has(library) && !systemLibraries.has(library))
    .map((library) => `${path} needs ${library}, which neither the layer nor Lambda has.`)
}

function findSearchPathProblems(
  path: string,
  { needed, rpath, runpath }: SharedObject,
  byName: Map<string, string>,
) {
  const inLayer = needed.filter((library) => byName.has(library))
  if (inLayer.length > 0 && runpath.length > 0) {
    return [
      `${path} has a RUNPATH: Lambda's LD_LIBRARY_PATH goes before it, so its own libraries would be taken for those of the layer.`,
    ]
  }
  const folder = toFolder(path)
  const searched = rpath.map((entry) =>
    trimSlash(normalize(entry.replace(/\$ORIGIN|\$\{ORIGIN\}/, folder))),
  )
  return inLayer
    .filter((library) => !searched.includes(toFolder(byName.get(library)!)))
    .map((library) => `${path} needs ${library}, but its RPATH (${rpath}) does not lead to it.`)
}

function findVersionProblems(path: string, { versions }: SharedObject, bounds: VersionBounds) {
  return listSystemVersions(versions).flatMap(({ library, family, number }) => {
    const bound = bounds[family]
    if (bound === undefined)
      return [`${path} needs ${family}_${number} of ${library}, unknown here.`]
    if (compareNumbers(number, bound) <= 0) return []
    return [`${path} needs ${family}_${number} of ${library}, but Lambda has ${family}_${bound}.`]
  })
}

function findMissingSymbols(
  path: string,
  { undefinedSymbols, needed, versions }: SharedObject,
  objects: Objects,
  byName: Map<string, string>,
  defined: Set<string>,
) {
  // Symbols of an unversioned library cannot be told from missing symbols.
  const unmarked = needed.some((name) => unversionedLibraries.has(name) && !versions.has(name))
  const missing = undefinedSymbols.filter(({ name, library }) => {
    if (library && systemLibraries.has(library)) return false
    if (library && byName.has(library)) {
      return !objects.get(byName.get(library)!)!.definedSymbols.has(name)
    }
    return !defined.has(name) && !isProvidedByNode(name) && !unmarked
  })
  if (missing.length === 0) return []
  const names = missing.slice(0, 3).map(({ name }) => name)
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : ''
  return [`${path} uses ${names.join(', ')}${more}, which nothing in the layer or Lambda gives.`]
}

function listSystemVersions(versions: SharedObject['versions']) {
  return [...versions].flatMap(([library, names]) => {
    if (!systemLibraries.has(library)) return []
    return names.flatMap((name) => {
      const parsed = parseVersion(name)
      return parsed ? [{ library, ...parsed }] : []
    })
  })
}

const toName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const toFolder = (path: string) => join(path, '..')
const trimSlash = (path: string) => path.replace(/\/$/, '')

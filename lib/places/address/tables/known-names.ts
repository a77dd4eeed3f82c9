import { knownNameTables } from '#known-name-tables'
import type { KnownKind } from './known-name-tables.ts'

/** Countries (alpha-2) with a place of this name, by kind of place. */
export type KnownName = Readonly<Partial<Record<KnownKind, readonly string[]>>>

type NameIndex = Map<string, Partial<Record<KnownKind, string[]>>>

let index: NameIndex | undefined

/** Number of words in the longest name of the tables. */
export const maxWords = 6

function load(): NameIndex {
  const names: NameIndex = new Map()
  for (const [kind, table] of Object.entries(knownNameTables()) as [
    KnownKind,
    Record<string, string>,
  ][]) {
    for (const [country, list] of Object.entries(table)) {
      for (const folded of list.split('|')) add(names, folded, kind, country)
    }
  }
  return names
}

function add(names: NameIndex, folded: string, kind: KnownKind, country: string): void {
  const known = names.get(folded)
  if (!known) names.set(folded, { [kind]: [country] })
  else if (known[kind]) known[kind].push(country)
  else known[kind] = [country]
}

export function findKnownName(folded: string): KnownName | undefined {
  index ??= load()
  return index.get(folded)
}

import boroughs from '../../../data/address/names/boroughs.json' with { type: 'json' }
import cities from '../../../data/address/names/cities.json' with { type: 'json' }
import counties from '../../../data/address/names/counties.json' with { type: 'json' }
import countyCodes from '../../../data/address/names/county-codes.json' with { type: 'json' }
import stateCodes from '../../../data/address/names/state-codes.json' with { type: 'json' }
import states from '../../../data/address/names/states.json' with { type: 'json' }
import suburbs from '../../../data/address/names/suburbs.json' with { type: 'json' }
import { fold } from '../../text/index.ts'

/** Names by ISO 3166-1 alpha-2, one string a country, which is shorter than a list. */
const tables = {
  city: cities,
  suburb: suburbs,
  borough: boroughs,
  county: counties,
  countyCode: countyCodes,
  state: states,
  stateCode: stateCodes,
} as const satisfies Record<string, Readonly<Record<string, string>>>

export type KnownKind = keyof typeof tables

/** Countries (alpha-2) that have a place of this name, by kind of place. */
export type KnownName = Readonly<Partial<Record<KnownKind, readonly string[]>>>

type NameIndex = Map<string, Partial<Record<KnownKind, string[]>>>

let index: NameIndex | undefined

/** Words in the longest name of the tables. */
export const maxWords = 6

function load(): NameIndex {
  const names: NameIndex = new Map()
  for (const [kind, table] of Object.entries(tables) as [KnownKind, Record<string, string>][]) {
    for (const [country, list] of Object.entries(table)) {
      for (const name of list.split('|')) add(names, fold(name), kind, country)
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

export function knownName(folded: string): KnownName | undefined {
  index ??= load()
  return index.get(folded)
}

import { fold } from '#places/text'
import boroughs from '../../../../data/address/names/boroughs.json' with { type: 'json' }
import cities from '../../../../data/address/names/cities.json' with { type: 'json' }
import counties from '../../../../data/address/names/counties.json' with { type: 'json' }
import countyCodes from '../../../../data/address/names/county-codes.json' with { type: 'json' }
import stateCodes from '../../../../data/address/names/state-codes.json' with { type: 'json' }
import states from '../../../../data/address/names/states.json' with { type: 'json' }
import suburbs from '../../../../data/address/names/suburbs.json' with { type: 'json' }

/** Names by ISO 3166-1 alpha-2, in one string per country, which is shorter than a list. */
const tables = {
  city: cities,
  suburb: suburbs,
  borough: boroughs,
  county: counties,
  countyCode: countyCodes,
  state: states,
  stateCode: stateCodes,
} as const satisfies Record<string, Readonly<Record<string, string>>>

/** Kinds of places whose names are known. */
export type KnownKind = keyof typeof tables

/**
 * Returns folded names by kind and alpha-2, separated by bars. Bundles contain the result, because folding takes 5 ms.
 */
export function knownNameTables(): Readonly<Record<KnownKind, Readonly<Record<string, string>>>> {
  const folded = Object.entries(tables).map(([kind, table]) => [
    kind,
    Object.fromEntries(
      Object.entries(table).map(([country, list]) => [
        country,
        list.split('|').map(fold).join('|'),
      ]),
    ),
  ])
  return Object.fromEntries(folded) as Record<KnownKind, Record<string, string>>
}

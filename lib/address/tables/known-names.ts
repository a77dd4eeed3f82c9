import { fold } from '../../text/index.ts'
import { citiesOfAmerica } from '../names/cities-america.ts'
import { citiesOfAsia } from '../names/cities-asia.ts'
import { citiesOfNorthEastEurope } from '../names/cities-north-east-europe.ts'
import { citiesOfSouthEurope } from '../names/cities-south-europe.ts'
import { citiesOfWestEurope } from '../names/cities-west-europe.ts'
import { counties } from '../names/counties.ts'
import { boroughs, suburbs } from '../names/districts.ts'
import { statesOfAmerica } from '../names/states-america.ts'
import { statesOfAsia } from '../names/states-asia.ts'
import { statesOfEurope } from '../names/states-europe.ts'

export type KnownKind =
  | 'city'
  | 'state'
  | 'stateCode'
  | 'suburb'
  | 'borough'
  | 'county'
  | 'countyCode'

/** What a name is known as: by kind the countries (alpha-2) that have one. */
export type KnownName = Readonly<Partial<Record<KnownKind, readonly string[]>>>

type Mutable = Partial<Record<KnownKind, string[]>>

const abbreviations: Readonly<Partial<Record<KnownKind, KnownKind>>> = {
  state: 'stateCode',
  county: 'countyCode',
}

let names: Map<string, Mutable> | undefined
/** The most words that a known name has. */
export const maxWords = 6

function load(): Map<string, Mutable> {
  names = new Map()
  const tables: [KnownKind, Readonly<Record<string, string>>][] = [
    ['city', citiesOfWestEurope],
    ['city', citiesOfSouthEurope],
    ['city', citiesOfNorthEastEurope],
    ['city', citiesOfAmerica],
    ['city', citiesOfAsia],
    ['suburb', suburbs],
    ['borough', boroughs],
    ['county', counties],
    ['state', statesOfAmerica],
    ['state', statesOfEurope],
    ['state', statesOfAsia],
  ]
  for (const [kind, table] of tables) {
    for (const [country, rows] of Object.entries(table)) {
      for (const name of rows.split(/[|=]/)) {
        const short =
          (kind === 'state' || (kind === 'county' && country === 'IT')) &&
          /^(?:\p{Lu}\.?[ ]?&?){2,4}$/u.test(name)
        add(names, name, (short && abbreviations[kind]) || kind, country)
      }
    }
  }
  return names
}

function add(table: Map<string, Mutable>, name: string, kind: KnownKind, country: string): void {
  const key = fold(name)
  const known = table.get(key) ?? {}
  known[kind] ??= []
  const countries = known[kind]
  if (!countries.includes(country)) countries.push(country)
  table.set(key, known)
}

/** What a folded name is known as in the parser's own small gazetteer. */
export function knownName(folded: string): KnownName | undefined {
  return (names ?? load()).get(folded)
}

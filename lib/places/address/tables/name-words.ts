import table from '../../../../data/address/name-words.json' with { type: 'json' }
import { weights } from '../weights.ts'

/** Kinds of areas that may be written with the name: "г. Москва", "Orange County". */
export type NamedKind = keyof typeof table.kinds

type Position = 'first' | 'last'

let kindsByWord: Map<string, { kind: NamedKind; position: Position }[]> | undefined

function findKinds(word: string): readonly { kind: NamedKind; position: Position }[] {
  if (!kindsByWord) {
    kindsByWord = new Map()
    for (const [kind, words] of Object.entries(table.kinds)) {
      for (const position of ['first', 'last'] as const) {
        for (const word of words[position]) {
          const known = kindsByWord.get(word) ?? []
          kindsByWord.set(word, [...known, { kind: kind as NamedKind, position }])
        }
      }
    }
  }
  return kindsByWord.get(word) ?? []
}

const kindWeights: Readonly<Record<NamedKind, number>> = {
  city: weights.cityWord,
  county: weights.countyWord,
  state: weights.stateWord,
  city_district: weights.districtWord,
  suburb: weights.suburbWord,
}

/** A kind after the name is slightly weaker evidence than one before it. */
const positionShares: Readonly<Record<Position, number>> = { first: 1, last: 0.85 }

/** Scores the kinds that the first and the last word of a name of several words state. */
export function scoreKinds(first: string, last: string): Partial<Record<NamedKind, number>> {
  const scores: Partial<Record<NamedKind, number>> = {}
  for (const [position, word] of [
    ['first', first],
    ['last', last],
  ] as const) {
    for (const known of findKinds(word)) {
      if (known.position !== position) continue
      const score = kindWeights[known.kind] * positionShares[position]
      scores[known.kind] = Math.max(scores[known.kind] ?? 0, score)
    }
  }
  return scores
}

const attached = Object.entries(table.attached).flatMap(([kind, words]) =>
  words.split(' ').map((word) => ({ kind: kind as NamedKind, word })),
)

/** Scores the kind that a name begins with, in the same word, as in Thai: "แขวงสีลม". */
export function scoreAttachedKind(name: string): Partial<Record<NamedKind, number>> {
  const found = attached.find(({ word }) => name.length > word.length && name.startsWith(word))
  return found ? { [found.kind]: kindWeights[found.kind] } : {}
}

/** Checks whether a folded word states the kind of an area after its name: "arrondissement", "county". */
export function isKindWord(word: string): boolean {
  return findKinds(word).some(({ position }) => position === 'last')
}

/** Checks whether a folded word opens the name of a quarter and rarely means anything else: "barrio", "quartier". */
export function isQuarterWord(word: string): boolean {
  return (
    word.length > 5 &&
    findKinds(word).some(({ kind, position }) => kind === 'suburb' && position === 'first')
  )
}

/** Checks whether a word only announces the name of a city: "г. Москва". */
export function isCityPrefix(word: string): boolean {
  return findKinds(word).some(({ kind, position }) => position === 'first' && kind === 'city')
}

const venueWords: ReadonlySet<string> = new Set(table.venues.split(' '))

/** Checks whether a folded word is common in names of buildings, firms and sights. "кав'ярня" folds to two words. */
export function isVenueWord(word: string): boolean {
  const joined = word.includes(' ') ? word.replaceAll(' ', '') : word
  return (
    venueWords.has(joined) ||
    venueWords.has(joined.replace(/e?s$/, '')) ||
    venueWords.has(joined.replace(/s$/, ''))
  )
}

/** Folded adjectives that begin the names of streets: "Große Bergstraße". */
export const streetAdjectives: ReadonlySet<string> = new Set(table.adjectives.split(' '))

const months: ReadonlySet<string> = new Set(table.months.split(' '))

/** Checks whether a folded word is the name of a month, as in "25 de Mayo" and "17. listopadu". */
export function isMonth(word: string): boolean {
  return months.has(word)
}

/** Folded rivers and regions in brackets after German city names: "Halle (Saale)". */
export const citySuffixes: ReadonlySet<string> = new Set(table.citySuffixes.split(' '))

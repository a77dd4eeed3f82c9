import table from '../../../../data/address/name-words.json' with { type: 'json' }
import { weights } from '../weights.ts'

/** Areas whose kind may be written with the name: "г. Москва", "Orange County". */
export type NamedKind = keyof typeof table.kinds

type Position = 'first' | 'last'

let kindsByWord: Map<string, { kind: NamedKind; position: Position }[]> | undefined

function kindsOf(word: string): readonly { kind: NamedKind; position: Position }[] {
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

const scoreOfKind: Readonly<Record<NamedKind, number>> = {
  city: weights.cityWord,
  county: weights.countyWord,
  state: weights.stateWord,
  city_district: weights.districtWord,
  suburb: weights.suburbWord,
}

/** A kind after the name is slightly weaker evidence than one before it. */
const shareOfPosition: Readonly<Record<Position, number>> = { first: 1, last: 0.85 }

/** Scores of the kinds that the first and the last word of a name of several words state. */
export function kindScores(first: string, last: string): Partial<Record<NamedKind, number>> {
  const scores: Partial<Record<NamedKind, number>> = {}
  for (const [position, word] of [
    ['first', first],
    ['last', last],
  ] as const) {
    for (const known of kindsOf(word)) {
      if (known.position !== position) continue
      const score = scoreOfKind[known.kind] * shareOfPosition[position]
      scores[known.kind] = Math.max(scores[known.kind] ?? 0, score)
    }
  }
  return scores
}

const attached = Object.entries(table.attached).flatMap(([kind, words]) =>
  words.split(' ').map((word) => ({ kind: kind as NamedKind, word })),
)

/** Score of the kind that a name begins with in the same word, as in Thai: "แขวงสีลม". */
export function attachedKindScores(name: string): Partial<Record<NamedKind, number>> {
  const found = attached.find(({ word }) => name.length > word.length && name.startsWith(word))
  return found ? { [found.kind]: scoreOfKind[found.kind] } : {}
}

/** Whether a folded word states the kind of an area after its name: "arrondissement", "county". */
export function isKindWord(word: string): boolean {
  return kindsOf(word).some(({ position }) => position === 'last')
}

/** Whether a folded word opens the name of a quarter and is hardly another word: "barrio", "quartier". */
export function isQuarterWord(word: string): boolean {
  return (
    word.length > 5 &&
    kindsOf(word).some(({ kind, position }) => kind === 'suburb' && position === 'first')
  )
}

/** Whether a word only states that a city name follows: "г. Москва". */
export function isCityPrefix(word: string): boolean {
  return kindsOf(word).some(({ kind, position }) => position === 'first' && kind === 'city')
}

const venueWords: ReadonlySet<string> = new Set(table.venues.split(' '))

/** Whether a folded word is common in names of buildings, firms and sights; "кав'ярня" folds to two. */
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

/** Whether a folded word is the name of a month, as in "25 de Mayo" and "17. listopadu". */
export function isMonth(word: string): boolean {
  return months.has(word)
}

/** Folded rivers and regions that German city names have in brackets: "Halle (Saale)". */
export const citySuffixes: ReadonlySet<string> = new Set(table.citySuffixes.split(' '))

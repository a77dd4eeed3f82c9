import { SortedTexts } from '#places/text'
import namesByAlpha2 from '../../../../data/countries/names.json' with { type: 'json' }
import { allAlpha2, alpha2Of, assignedAlpha3Of } from '../country-codes.ts'
import countryNames from './country-names.json' with { type: 'json' }

/** By alpha-2: folded names of the Unicode CLDR in eight languages and the country's own, the English one first. */
const knownNames: Readonly<Record<string, string>> = namesByAlpha2

/** Country names of more words are not recognised in a text. */
export const maxCountryNameWords = 10

/** Codes have two or three letters, as many words do. */
export const maxCodeLetters = 3

/** Words of formal names, by their first word. */
const formalWords = Map.groupBy(Object.values(countryNames.formalWords).flat(), firstWordOf)

let countries: Map<string, string> | undefined

/** The ISO 3166-1 alpha-3 code of the country with this folded name, plain or formal, or code. */
export function countryNamed(folded: string): string | undefined {
  countries ??= nameTable()
  const named = countries.get(plainNameOf(folded) ?? folded)
  if (named || folded.length > maxCodeLetters) return named
  return assignedAlpha3Of(folded.toUpperCase())
}

/** First words of the names of countries, plain and formal. */
let firstWords: ReadonlySet<string> | undefined

/** Whether the name of a country may begin with this folded word; the words after it need not be looked at else. */
export function beginsCountryName(word: string): boolean {
  countries ??= nameTable()
  firstWords ??= new Set(['the', ...formalWords.keys(), ...[...countries.keys()].map(firstWordOf)])
  return firstWords.has(word)
}

/**
 * The plain name in a formal one, folded: `andorra` in `principality of andorra`. Undefined for other texts and for
 * names that are no country's without the formal words.
 */
function plainNameOf(folded: string): string | undefined {
  if (countries!.has(folded)) return undefined
  const text = withoutThe(folded)
  if (countries!.has(text)) return text
  for (const words of formalWords.get(firstWordOf(text)) ?? []) {
    if (!text.startsWith(`${words} `)) continue
    const rest = withoutThe(text.slice(words.length + 1))
    if (countries!.has(rest)) return rest
  }
  return undefined
}

function withoutThe(text: string): string {
  return text.startsWith('the ') ? text.slice('the '.length) : text
}

function firstWordOf(text: string): string {
  const end = text.indexOf(' ')
  return end < 0 ? text : text.slice(0, end)
}

/** The plain English name of the country with a formal name, folded; undefined for plain names and other texts. */
export function plainCountryName(folded: string): string | undefined {
  if (!folded.includes(' ')) return undefined
  const alpha2 = alpha2Of(countryNamed(folded) ?? '')
  const names = alpha2 ? namesOf(alpha2) : []
  return names.includes(folded) ? undefined : names[0]
}

const maxCompletions = 8

let sortedNames: SortedTexts | undefined

/** Countries with a name that begins with the folded text, at most 8. */
export function countriesWithPrefix(folded: string): string[] {
  countries ??= nameTable()
  sortedNames ??= new SortedTexts(countries.keys())
  const found = new Set<string>()
  for (const name of sortedNames.withPrefix(folded)) {
    found.add(countries.get(name)!)
    if (found.size === maxCompletions) break
  }
  return [...found]
}

function nameTable(): Map<string, string> {
  const table = new Map(
    Object.entries(countryNames.names).flatMap(([alpha2, names]) =>
      names.map((name) => [name, assignedAlpha3Of(alpha2)!] as const),
    ),
  )
  for (const alpha2 of allAlpha2()) {
    const alpha3 = assignedAlpha3Of(alpha2)!
    for (const name of namesOf(alpha2)) if (!table.has(name)) table.set(name, alpha3)
  }
  return table
}

function namesOf(alpha2: string): readonly string[] {
  return knownNames[alpha2]?.split('|') ?? []
}

const wordsByCountry = new Map<string, ReadonlySet<string>>()

/** All words of a country's names, and its codes, folded. */
export function countryWords(alpha3: string): ReadonlySet<string> {
  const cached = wordsByCountry.get(alpha3)
  if (cached) return cached
  const alpha2 = alpha2Of(alpha3)
  const words = new Set([alpha3.toLowerCase()])
  if (alpha2) {
    words.add(alpha2.toLowerCase())
    for (const name of namesOf(alpha2)) for (const word of name.split(' ')) words.add(word)
    // Only valid codes are cached, so that data with arbitrary codes cannot fill the memory.
    wordsByCountry.set(alpha3, words)
  }
  return words
}

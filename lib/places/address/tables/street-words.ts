import { directionals, streetTypes } from '#places/text'
import table from '../../../../data/address/street-words.json' with { type: 'json' }
import { gaps, type Token } from '../tokens/tokens.ts'

/** ISO 639-1 languages that put the street type after the name; other languages put it before. */
export const typeLast: ReadonlySet<string> = new Set(table.typeLast)
export const typeAnywhere: ReadonlySet<string> = new Set(table.typeAnywhere)

/**
 * Languages by street type, for types that only occur in addresses, or whose language has no words in
 * `lib/places/text`.
 */
const addressTypes = new Map<string, string[]>()
for (const [language, types] of Object.entries(table.types)) {
  for (const type of types.split(' '))
    addressTypes.set(type, [...(addressTypes.get(type) ?? []), language])
}

/** Words between the names of two streets that cross: "&", "esquina", "Ecke". */
export const joiners: ReadonlySet<string> = new Set(table.joiners.split(' '))

/** Words for estates, buildings and quarters, which are separate components. */
const notStreets: ReadonlySet<string> = new Set(table.notStreets)

/** Types after which a number belongs to the road's name. */
export const numberedTypes: ReadonlySet<string> = new Set(table.numberedTypes)

/** Types after which a number is never a house number. */
export const alwaysNumbered: ReadonlySet<string> = new Set(table.alwaysNumbered.split(' '))

/** First words of the most common streets by language: "High" Street, "Kossuth" Lajos utca, "Storgatan". */
export const commonStreets: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(table.common).map(([language, words]) => [language, new Set(words.split(' '))]),
)

/** Types that are streets without another word: "Alameda 1340". */
export const aloneTypes: ReadonlySet<string> = new Set(table.aloneTypes.split(' '))

/** Types that need another word to be a street, also in languages that join both: "Straße". */
export const notAlone: ReadonlySet<string> = new Set(table.notAlone.split(' '))

/** Words before the streets of a crossing: "corner", "angle". */
export const cornerOpenings: ReadonlySet<string> = new Set(table.cornerOpenings.split(' '))

/** English types that are also common in other names. */
const weakTypes: ReadonlySet<string> = new Set(table.weakTypes)

/** Words that follow a street like directions: "Baggot Street Lower". */
const positions: ReadonlySet<string> = new Set(table.positions)

/** Short types that more often mean something else. */
const shortTypes: ReadonlySet<string> = new Set(table.shortTypes)

/** Endings of one-word street names: German, Dutch, Nordic, Finnish, Estonian, Hungarian. */
const compound = buildEndingPattern(table.compoundEndings)
/** Endings that also occur in city names. */
const weakCompound = buildEndingPattern(table.weakCompoundEndings)
export const compoundLanguages: ReadonlySet<string> = new Set(table.compoundLanguages)

/** First words of German street names without a type: "Am ", "An der ". */
export const germanOpening = new RegExp(`^(?:${table.germanOpenings.join('|')}) `)

function buildEndingPattern(endings: string): RegExp {
  return new RegExp(`(?:${endings.replaceAll(' ', '|')})$`)
}

export interface StreetType {
  languages: readonly string[]
  /** Where the type more often means something else: in English, or in every language. */
  weak: 'en' | 'all' | undefined
}

export interface StreetFacts {
  type: StreetType | undefined
  compound: boolean
  weakCompound: boolean
  direction: boolean
}

function classifyWeakness(text: string, raw: string): StreetType['weak'] {
  // "C/ Mayor", "al. Jana Pawła II"
  if (/^(?:c\/|al\.)$/i.test(raw)) return undefined
  if (shortTypes.has(text)) return 'all'
  return weakTypes.has(text) ? 'en' : undefined
}

/** Finds the street words among the tokens, for any country. */
export function findStreetFacts(tokens: readonly Token[]): StreetFacts[] {
  return tokens.map(({ text, raw, hasDigit }, i) => {
    const known = notStreets.has(text) ? [] : (streetTypes.get(text) ?? [])
    const languages = [...known, ...(addressTypes.get(text) ?? [])]
    const letterOnly = text.length === 1 && !/[./]$/.test(raw) && tokens[i + 1]?.gap !== gaps.slash
    return {
      type:
        languages.length > 0 && !letterOnly
          ? { languages, weak: classifyWeakness(text, raw) }
          : undefined,
      compound: !hasDigit && text.length >= 5 && compound.test(text),
      weakCompound: weakCompound.test(text),
      direction: directionals.has(text) || positions.has(text),
    }
  })
}

import { directionals, streetTypes } from '#places/text'
import table from '../../../../data/address/street-words.json' with { type: 'json' }
import { gaps, type Token } from '../tokens/tokens.ts'

/** ISO 639-1 of languages that put the street type after the name; other languages put it before. */
export const typeLast: ReadonlySet<string> = new Set(table.typeLast)
export const typeAnywhere: ReadonlySet<string> = new Set(table.typeAnywhere)

/** Types that only addresses have, or whose language `lib/places/text` has no words of, with their languages. */
const addressTypes = new Map<string, string[]>()
for (const [language, types] of Object.entries(table.types)) {
  for (const type of types.split(' '))
    addressTypes.set(type, [...(addressTypes.get(type) ?? []), language])
}

/** Between the names of two streets that cross: "&", "esquina", "Ecke". */
export const joiners: ReadonlySet<string> = new Set(table.joiners.split(' '))

/** Estates, buildings and quarters: components of their own. */
const notStreets: ReadonlySet<string> = new Set(table.notStreets)

/** A number after these types belongs to the road's name. */
export const numberedTypes: ReadonlySet<string> = new Set(table.numberedTypes)

/** A number after these types is never that of a house. */
export const alwaysNumbered: ReadonlySet<string> = new Set(table.alwaysNumbered.split(' '))

/** First words of the commonest streets by language: "High" Street, "Kossuth" Lajos utca, "Storgatan". */
export const commonStreets: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(table.common).map(([language, words]) => [language, new Set(words.split(' '))]),
)

/** Types that are streets without another word: "Alameda 1340". */
export const aloneTypes: ReadonlySet<string> = new Set(table.aloneTypes.split(' '))

/** Types that are no street without another word, also in languages that join both: "Straße". */
export const notAlone: ReadonlySet<string> = new Set(table.notAlone.split(' '))

/** Before the streets of a crossing: "corner", "angle". */
export const cornerOpenings: ReadonlySet<string> = new Set(table.cornerOpenings.split(' '))

/** English types that are also common in names of other things. */
const weakTypes: ReadonlySet<string> = new Set(table.weakTypes)

/** Words after a street as directions are: "Baggot Street Lower". */
const positions: ReadonlySet<string> = new Set(table.positions)

/** Short types that are more often another word. */
const shortTypes: ReadonlySet<string> = new Set(table.shortTypes)

/** Last parts of one-word street names: German, Dutch, Nordic, Finnish, Estonian, Hungarian. */
const compound = endingIn(table.compoundEndings)
/** Endings that city names have too. */
const weakCompound = endingIn(table.weakCompoundEndings)
export const compoundLanguages: ReadonlySet<string> = new Set(table.compoundLanguages)

/** First words of German street names without a type: "Am ", "An der ". */
export const germanOpening = new RegExp(`^(?:${table.germanOpenings.join('|')}) `)

function endingIn(endings: string): RegExp {
  return new RegExp(`(?:${endings.replaceAll(' ', '|')})$`)
}

export interface StreetType {
  languages: readonly string[]
  /** More often another word: in English, or in every language. */
  weak: 'en' | 'all' | undefined
}

export interface StreetFacts {
  type: StreetType | undefined
  compound: boolean
  weakCompound: boolean
  direction: boolean
}

function weaknessOf(text: string, raw: string): StreetType['weak'] {
  // "C/ Mayor", "al. Jana Pawła II"
  if (/^(?:c\/|al\.)$/i.test(raw)) return undefined
  if (shortTypes.has(text)) return 'all'
  return weakTypes.has(text) ? 'en' : undefined
}

/** Street words among the tokens, for any country. */
export function streetFactsOf(tokens: readonly Token[]): StreetFacts[] {
  return tokens.map(({ text, raw, hasDigit }, i) => {
    const known = notStreets.has(text) ? [] : (streetTypes.get(text) ?? [])
    const languages = [...known, ...(addressTypes.get(text) ?? [])]
    const letterOnly = text.length === 1 && !/[./]$/.test(raw) && tokens[i + 1]?.gap !== gaps.slash
    return {
      type:
        languages.length > 0 && !letterOnly
          ? { languages, weak: weaknessOf(text, raw) }
          : undefined,
      compound: !hasDigit && text.length >= 5 && compound.test(text),
      weakCompound: weakCompound.test(text),
      direction: directionals.has(text) || positions.has(text),
    }
  })
}

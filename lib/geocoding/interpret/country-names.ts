import codes from 'i18n-iso-countries/codes.json' with { type: 'json' }
import { fold } from '../../text/index.ts'

/** Languages in which a country is known by name, beside the one that is spoken there most. */
const languages = ['en', 'fr', 'de', 'es', 'it', 'ca', 'pt', 'nl']

const shortNames: Readonly<Record<string, string>> = {
  uk: 'GBR',
  'great britain': 'GBR',
  england: 'GBR',
  scotland: 'GBR',
  wales: 'GBR',
  holland: 'NLD',
  america: 'USA',
  'u s a': 'USA',
  'united states of america': 'USA',
  uae: 'ARE',
  'czech republic': 'CZE',
}

const alpha3OfAlpha2 = new Map<string, string>()
const alpha2OfAlpha3 = new Map<string, string>()
for (const [alpha2, alpha3] of codes as unknown as [string, string][]) {
  alpha3OfAlpha2.set(alpha2, alpha3)
  alpha2OfAlpha3.set(alpha3, alpha2)
}

/** The most blanks in a name of a country that is looked for in a text. */
export const longestCountryName = 5

let countries: Map<string, string> | undefined

/**
 * The country of a folded name, in the languages of the service and its own, or of a code of two or
 * three letters; ISO 3166-1 alpha-3.
 */
export function countryNamed(folded: string): string | undefined {
  countries ??= nameTable()
  const code = folded.toUpperCase()
  return (
    countries.get(folded) ??
    alpha3OfAlpha2.get(code) ??
    (alpha2OfAlpha3.has(code) ? code : undefined)
  )
}

const mostBegun = 8

/** Countries of which a name begins with the folded text, at most 8. */
export function countriesBeginning(folded: string): string[] {
  countries ??= nameTable()
  const begun = new Set<string>()
  for (const [name, country] of countries) {
    if (!name.startsWith(folded)) continue
    begun.add(country)
    if (begun.size === mostBegun) break
  }
  return [...begun]
}

function nameTable(): Map<string, string> {
  const table = new Map(Object.entries(shortNames))
  for (const [alpha2, alpha3] of alpha3OfAlpha2) {
    for (const name of namesOf(alpha2)) if (!table.has(name)) table.set(name, alpha3)
  }
  return table
}

const displayNames = new Map<string, Intl.DisplayNames>()

function namesOf(alpha2: string): Set<string> {
  const own = new Intl.Locale('und', { region: alpha2 }).maximize().language
  const names = new Set<string>()
  for (const language of own ? [...languages, own] : languages) {
    let display = displayNames.get(language)
    if (!display) {
      display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
      displayNames.set(language, display)
    }
    const name = display.of(alpha2)
    if (name) names.add(fold(name))
  }
  return names
}

const wordsOfCountries = new Map<string, ReadonlySet<string>>()

/** Every word of the names of a country and its codes, folded. */
export function countryWords(alpha3: string): ReadonlySet<string> {
  const known = wordsOfCountries.get(alpha3)
  if (known) return known
  const alpha2 = alpha2OfAlpha3.get(alpha3)
  const words = new Set([alpha3.toLowerCase()])
  if (alpha2) {
    words.add(alpha2.toLowerCase())
    for (const name of namesOf(alpha2)) for (const word of name.split(' ')) words.add(word)
  }
  // Codes come from the data; only those of the table are kept, so there is an end to them.
  if (alpha2) wordsOfCountries.set(alpha3, words)
  return words
}

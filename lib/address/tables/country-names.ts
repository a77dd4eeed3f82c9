import { fold } from '../../text/index.ts'
import { countries } from './countries.ts'
import { knownName } from './known-names.ts'
import { countriesWithPostcodes } from './postcodes.ts'

/** Languages of exonyms besides English, by script. */
const exonymLanguages = {
  latin: 'fr de es it pt ca nl da sv nb fi pl cs sk hu ro hr sl et lv lt tr'.split(' '),
  cyrillic: 'ru uk bg be sr mk kk'.split(' '),
  arabic: 'ar fa ur'.split(' '),
  other: 'el he ka hy th hi bn ta'.split(' '),
} as const

type Script = keyof typeof exonymLanguages

/** Folded name to alpha-2. */
type CountryNames = Map<string, string>

let commonNames: CountryNames | undefined
const exonyms: Partial<Record<Script, CountryNames>> = {}
let codes: readonly string[] | undefined
let alpha2ByCode: ReadonlyMap<string, string> | undefined

/** English, native and short names, which nearly all addresses use. */
function loadCommonNames(): CountryNames {
  const names: CountryNames = new Map()
  addLanguage(names, 'en')
  for (const [country, entry] of countries) {
    for (const name of entry.names ?? []) addName(names, name, country)
  }
  return names
}

function loadExonyms(script: Script): CountryNames {
  const names: CountryNames = new Map()
  for (const language of exonymLanguages[script]) addLanguage(names, language)
  return names
}

function addLanguage(table: CountryNames, language: string): void {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  codes ??= regionCodes()
  for (const code of codes) addName(table, names.of(code)?.replace('&', 'and'), code)
}

/** The first country of a name keeps it. */
function addName(table: CountryNames, name: string | undefined, code: string): void {
  const folded = fold(name ?? '')
  if (folded !== '' && !table.has(folded)) table.set(folded, code)
}

/**
 * Codes that are named in the locale data and are no country: unions, former states, aliases, regions of
 * France overseas.
 */
const notCountries =
  /^(?:AA|Q[M-Z]|X[A-JL-Z]|ZZ|EU|EZ|UN|DD|SU|YU|FX|BU|CS|TP|ZR|UK|NT|AN|DY|HV|NH|RH|VD|YD|PZ|CT|FQ|JT|MI|NQ|PC|PU|WK|GF|GP|MQ|RE|YT)$/

function regionCodes(): string[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i))
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !notCountries.test(code) && names.of(code))
}

function scriptOf(text: string): Script {
  if (/\p{Script=Latin}/u.test(text)) return 'latin'
  if (/\p{Script=Cyrillic}/u.test(text)) return 'cyrillic'
  return /\p{Script=Arabic}/u.test(text) ? 'arabic' : 'other'
}

/**
 * ISO 3166-1 alpha-2 of a folded country name, native or English; with `exonym` in any of thirty
 * languages, whose tables take 50 ms to load and are loaded on first use.
 */
export function countryNamed(folded: string, exonym: boolean): string | undefined {
  commonNames ??= loadCommonNames()
  const code = commonNames.get(folded)
  if (code || !exonym) return code
  const script = scriptOf(folded)
  exonyms[script] ??= loadExonyms(script)
  return exonyms[script].get(folded)
}

/**
 * Words of formal names before the short name: "Republic of", "Federal Republic of", "República de".
 * Not "State of" before a name that is a state: "State of Georgia".
 */
const formal =
  /^(?:(?:arab|bolivarian|cooperative|co operative|democratic|federal|federative|french|hashemite|independent|islamic|oriental|peoples?|people s|plurinational|socialist|united|grand) )*(?:republic|kingdom|state|commonwealth|principality|sultanate|duchy|emirate|confederation|bundesrepublik|republik|republika|republique|republica|repubblica|rep|reino|regno|royaume|konigreich|furstentum|principaute|koninkrijk|kongeriket|kongeriget|konungariket|estado|республика|република|республіка)(?: (?:arabe|argelina|bolivariana|democratica|democratique|federal|federale|federativa|islamica|islamique|oriental|plurinacional|popular|populaire|unida|unie))* (?:(?:of|de|del|do|da|di|du|des|der|d) )?(?:(?:the|la|el|los|l) )?/

/** Alpha-2 of a country by its formal name, or by its name with an article: "The Gambia". */
export function formallyNamed(folded: string): string | undefined {
  const short = folded.replace(formal, '')
  const name = short.startsWith('the ') ? short.slice(4) : short
  if (name === folded || (folded.startsWith('state of ') && knownName(name)?.state))
    return undefined
  return countryNamed(name, true)
}

/** Alpha-2 of an upper-case alpha-2 or alpha-3 code; `undefined` for other texts. */
export function countryOfCode(code: string): string | undefined {
  alpha2ByCode ??= new Map([
    ...countriesWithPostcodes
      .filter((country) => !countries.get(country)?.regionCode)
      .map((country): [string, string] => [country, country]),
    ...[...countries].flatMap(([country, { alpha3 }]): [string, string][] =>
      alpha3 === undefined ? [] : [[alpha3, country]],
    ),
  ])
  return alpha2ByCode.get(code)
}

import { exonymTables } from '#exonym-tables'
import { fold } from '#places/text'
import englishNames from '../../../../data/address/country-names.json' with { type: 'json' }
import { countries } from './countries.ts'
import { findKnownName } from './known-names.ts'
import { countriesWithPostcodes } from './postcodes.ts'

type Script = keyof ReturnType<typeof exonymTables>

/** Alpha-2 by folded name. */
type CountryNames = Map<string, string>

let commonNames: CountryNames | undefined
const exonyms: Partial<Record<Script, CountryNames>> = {}
let alpha2ByCode: ReadonlyMap<string, string> | undefined

/** Loads English, native and short names, which nearly all addresses use. The first country with a name keeps it. */
function loadCommonNames(): CountryNames {
  const names = indexNames(englishNames)
  for (const [country, entry] of countries) {
    for (const name of entry.names ?? []) {
      const folded = fold(name)
      if (!names.has(folded)) names.set(folded, country)
    }
  }
  return names
}

function indexNames(table: Readonly<Record<string, string>>): CountryNames {
  const names: CountryNames = new Map()
  for (const [country, list] of Object.entries(table)) {
    for (const name of list.split('|')) names.set(name, country)
  }
  return names
}

function detectScript(text: string): Script {
  if (/\p{Script=Latin}/u.test(text)) return 'latin'
  if (/\p{Script=Cyrillic}/u.test(text)) return 'cyrillic'
  return /\p{Script=Arabic}/u.test(text) ? 'arabic' : 'other'
}

/**
 * Finds the ISO 3166-1 alpha-2 of a folded country name, native or English. With `exonym`, also finds names in forty
 * languages from the Unicode CLDR.
 */
export function findCountryByName(folded: string, exonym: boolean): string | undefined {
  commonNames ??= loadCommonNames()
  const code = commonNames.get(folded)
  if (code || !exonym) return code
  const script = detectScript(folded)
  exonyms[script] ??= indexNames(exonymTables()[script])
  return exonyms[script].get(folded)
}

/**
 * Words of formal names before the short name: "Republic of", "Federal Republic of", "República de". An exception in
 * {@link findCountryByFormalName} keeps "State of" before the name of a state: "State of Georgia".
 */
const formal =
  /^(?:(?:arab|bolivarian|cooperative|co operative|democratic|federal|federative|french|hashemite|independent|islamic|oriental|peoples?|people s|plurinational|socialist|united|grand) )*(?:republic|kingdom|state|commonwealth|principality|sultanate|duchy|emirate|confederation|bundesrepublik|republik|republika|republique|republica|repubblica|rep|reino|regno|royaume|konigreich|furstentum|principaute|koninkrijk|kongeriket|kongeriget|konungariket|estado|республика|република|республіка)(?: (?:arabe|argelina|bolivariana|democratica|democratique|federal|federale|federativa|islamica|islamique|oriental|plurinacional|popular|populaire|unida|unie))* (?:(?:of|de|del|do|da|di|du|des|der|d) )?(?:(?:the|la|el|los|l) )?/

/** Finds the alpha-2 of a country by its formal name, or by its name with an article: "The Gambia". */
export function findCountryByFormalName(folded: string): string | undefined {
  const short = folded.replace(formal, '')
  const name = short.startsWith('the ') ? short.slice(4) : short
  if (name === folded || (folded.startsWith('state of ') && findKnownName(name)?.state))
    return undefined
  return findCountryByName(name, true)
}

/** Returns the alpha-2 for an upper-case alpha-2 or alpha-3 code; `undefined` for other texts. */
export function findCountryByCode(code: string): string | undefined {
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

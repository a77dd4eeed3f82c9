import { similarCategories } from './fallback/category-typos.ts'
import { countryWords } from './interpret/country-names.ts'
import { interpretationsOf } from './interpret/interpretations.ts'
import { tokenize } from './interpret/tokenize.ts'

/** Needs every table: it has a number, a flat, a country and a word that names no category. */
const sample = 'apartment 4, 12 rue Example, Andorra'

/** Builds the tables of categories, countries, abbreviations and flats: about a tenth of a second. */
export function warmSearch(): void {
  for (const isTyping of [true, false]) interpretationsOf(tokenize(sample, { isTyping }))
  similarCategories('example')
  countryWords('AND')
}

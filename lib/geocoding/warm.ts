import { similarCategories } from './fallback/category-typos.ts'
import { countryWords } from './interpret/country-names.ts'
import { readingsOf } from './interpret/interpretations.ts'
import { understand } from './interpret/tokenize.ts'

/** Has a number, a flat, a country and a word that is no category, so every table is asked for. */
const sample = 'apartment 4, 12 rue Example, Andorra'

/**
 * Makes the tables of categories, countries, abbreviations and flats, which otherwise the first query
 * waits for: about a tenth of a second.
 */
export function prepare(): void {
  readingsOf(understand(sample, { open: true, warn: () => {} }))
  readingsOf(understand(sample, { open: false, warn: () => {} }))
  similarCategories('example')
  countryWords('AND')
}

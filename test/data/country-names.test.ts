import { expect, test } from 'vitest'
import { englishNames, exonyms, searchCountryNames } from '../fixtures/cldr-country-names.ts'

/** The tables are made ahead, since `Intl` takes some 25 ms of a cold start; `npx vitest run test/data --update` writes them anew. */
test.each([
  ['address/country-names.json', englishNames()],
  ['address/exonyms.json', exonyms()],
  ['countries/names.json', searchCountryNames()],
])('%s is what the Unicode CLDR of this Node says', async (file, table) => {
  await expect(`${JSON.stringify(table, null, 2)}\n`).toMatchFileSnapshot(`../../data/${file}`)
})

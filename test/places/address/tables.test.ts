import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { componentKeys, maxWords } from '#places/address'
import { fold } from '#places/text'
import {
  alpha2,
  folded,
  language,
  patternSource,
  readTable,
  sorted,
  sortedKeys,
  words,
} from '../../fixtures/tables.ts'

/** Names, which may contain blanks, separated by strokes. */
const names = z.string().transform((list) => list.split('|'))

describe('names of places', () => {
  const table = sortedKeys(z.record(alpha2, names.pipe(sorted(z.string()))))

  test.each(readdirSync('data/address/names'))('%s lists every name once by country', (file) => {
    for (const [country, names] of Object.entries(
      table.parse(readTable(`address/names/${file}`)),
    )) {
      const keys = (names as string[]).map(fold)
      expect(
        keys.filter((key, i) => keys.indexOf(key) !== i),
        country,
      ).toEqual([])
      expect(
        keys.filter((key) => key.split(' ').length > maxWords),
        country,
      ).toEqual([])
    }
  })
})

const sortedWords = words.pipe(sorted(folded))

const share = z.number().positive().max(1)

test('the table of countries contains codes, languages and forms of postcodes', () => {
  const country = z.strictObject({
    alpha3: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
    names: sorted(z.string()).optional(),
    regionCode: z.literal(true).optional(),
    prior: share.optional(),
    languages: z.array(language).optional(),
    numberFirst: z.literal(true).optional(),
    postcodeFirst: z.literal(true).optional(),
    widestFirst: z.literal(true).optional(),
    unitBeforeNumber: z.literal(true).optional(),
    quarters: share.optional(),
    postcode: patternSource.optional(),
    postcodeSpecificity: share.optional(),
  })
  const table = sortedKeys(z.record(alpha2, country)).parse(readTable('address/countries.json'))
  const names = Object.values(table).flatMap(({ names = [] }) => [...new Set(names.map(fold))])
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})

test('the table of country signs contains patterns with weights', () => {
  const sign = z.strictObject({
    pattern: patternSource,
    matchCase: z.literal(true).optional(),
    countries: z.record(alpha2, z.number().positive()),
  })
  z.strictObject({ letters: z.array(sign), words: z.array(sign) }).parse(
    readTable('address/country-signs.json'),
  )
})

/** A pattern that an index of words can expand: letters, `\.`, `x?`, choices of letters and numbers. */
const designatorWord = z
  .string()
  .regex(/^(?:[^\\[\](){}*+?|.^$]\??|\\\.\??|\\d\+|\(\?:[^()\\?|]+(?:\|[^()\\?|]+)*\)\??)+$/u)

test('the table of designators contains words by component, and patterns for house numbers', () => {
  const words = z.strictObject({
    before: sorted(designatorWord),
    after: sorted(designatorWord).optional(),
    lettered: sorted(designatorWord).optional(),
    alone: sorted(designatorWord).optional(),
  })
  const { house_number, ...others } = readTable('address/designators.json') as Record<
    string,
    unknown
  >
  z.partialRecord(z.enum(componentKeys), words).parse(others)
  z.strictObject({ before: sorted(patternSource) }).parse(house_number)
})

test.each(['apt[.]?', 'ap+t', 'fl(?:oor|(?:at)?)', '(?:st\\.|str)'])(
  'rejects the pattern %s as a word of a designator',
  (pattern) => {
    expect(designatorWord.safeParse(pattern).success).toBe(false)
  },
)

test('words of names are folded in their table', () => {
  const positions = z.strictObject({ first: sorted(folded), last: sorted(folded) })
  z.strictObject({
    kinds: z.strictObject({
      city: positions,
      county: positions,
      state: positions,
      city_district: positions,
      suburb: positions,
    }),
    adjectives: sortedWords,
    attached: z.strictObject({ suburb: words, city_district: words, state: words }),
    near: names.pipe(sorted(folded)),
    within: names.pipe(sorted(folded)),
    venues: sortedWords,
    months: sortedWords,
    citySuffixes: sortedWords,
  }).parse(readTable('address/name-words.json'))
})

test('words of streets are folded in their table, with languages', () => {
  z.strictObject({
    typeLast: sorted(language),
    typeAnywhere: sorted(language),
    types: sortedKeys(z.record(language, sortedWords)),
    notStreets: sorted(folded),
    numberedTypes: sorted(folded),
    weakTypes: sorted(folded),
    joiners: sortedWords,
    common: sortedKeys(z.record(language, sortedWords)),
    alwaysNumbered: sortedWords,
    aloneTypes: sortedWords,
    notAlone: sortedWords,
    cornerOpenings: sortedWords,
    positions: sorted(folded),
    shortTypes: sorted(folded),
    compoundEndings: sortedWords,
    weakCompoundEndings: sortedWords,
    compoundLanguages: sorted(language),
    germanOpenings: sorted(folded),
  }).parse(readTable('address/street-words.json'))
})

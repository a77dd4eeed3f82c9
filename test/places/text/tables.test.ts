import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fold, languages } from '#places/text'
import {
  distinct,
  folded,
  language,
  readTable,
  sorted,
  sortedKeys,
  words,
} from '../../fixtures/tables.ts'

/** Reports whether a word is folded, apart from a dot at its end, which means that it counts only before a dot. */
const isAbbreviation = (word: string) => word !== '' && fold(word) === word.replace(/\.$/, '')

const abbreviations = z.record(folded, z.string()).superRefine((table, context) => {
  for (const [full, list] of Object.entries(table)) {
    const short = list === '' ? [] : list.split(' ')
    const valid = short.every((word) => isAbbreviation(word) && word !== full)
    if (valid && new Set(short).size === short.length) continue
    context.addIssue({ code: 'custom', path: [full], message: `invalid abbreviations: ${list}` })
  }
})

const languageWords = z.strictObject({
  streetTypes: abbreviations,
  directions: abbreviations.optional(),
  titles: abbreviations.optional(),
  words: abbreviations.optional(),
})

const files = readdirSync('data/languages')

test('every language has a file and every file is a language', () => {
  const codes = files.map((file) => file.replace('.json', ''))
  expect(codes.toSorted()).toEqual(Object.keys(languages).toSorted())
  for (const code of codes) expect(language.safeParse(code).success, code).toBe(true)
})

test.each(files)('lists the words of %s folded and abbreviated without repetition', (file) => {
  languageWords.parse(readTable(`languages/${file}`))
})

test('lists number words folded, each for one number', () => {
  const table = z
    .record(z.string().regex(/^[1-9]\d*$/), words.pipe(distinct(folded)))
    .parse(readTable('text/number-words.json'))
  const all = Object.values(table).flat()
  expect(all.filter((word, i) => all.indexOf(word) !== i)).toEqual([])
})

test('lists folded words without repetition for kinds of streets', () => {
  z.record(z.string(), words.pipe(distinct(folded))).parse(readTable('text/street-kinds.json'))
})

test('lists stop words folded and sorted by language', () => {
  sortedKeys(z.record(language, words.pipe(sorted(folded)))).parse(
    readTable('text/stop-words.json'),
  )
})

test('lists compound endings folded, with shorter abbreviations', () => {
  const table = z
    .record(folded, z.array(z.string().refine(isAbbreviation)))
    .parse(readTable('text/compound-endings.json'))
  for (const [full, list] of Object.entries(table)) {
    for (const short of list) expect(short.length, `${full}: ${short}`).toBeLessThan(full.length)
  }
})

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readerLanguages } from '#language/reader'
import { readTable } from '../../fixtures/tables.ts'

const text = z.string().regex(/^[^{}]*(\{\w+\}[^{}]*)*$/, 'has a stray brace')
const forms = z.strictObject({ one: text, other: text })
const table = z.record(z.string(), z.record(z.string(), z.union([text, forms])))

const tableOf = (language: string) => table.parse(readTable(`language/texts/${language}.json`))

/** `route.way {distance} {duration} …` of each text. */
function placeholdersOf(language: string): string[] {
  const of = (name: string, text: string) =>
    `${name} ${[...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(' ')}`
  return Object.entries(tableOf(language))
    .flatMap(([group, texts]) =>
      Object.entries(texts).flatMap(([key, value]) =>
        typeof value === 'string'
          ? [of(`${group}.${key}`, value)]
          : Object.entries(value).map(([form, text]) => of(`${group}.${key}.${form}`, text)),
      ),
    )
    .sort()
}

describe('the table of texts', () => {
  test.each(readerLanguages)('of %s has the texts and placeholders of all others', (language) => {
    expect(placeholdersOf(language)).toEqual(placeholdersOf('en'))
  })

  test.each(readerLanguages)('of %s has no empty text and no number of its own', (language) => {
    const texts = Object.values(tableOf(language)).flatMap((group) =>
      Object.values(group).flatMap((value) =>
        typeof value === 'string' ? value : Object.values(value),
      ),
    )
    expect(texts.filter((text) => text.trim() === '' || /\d/.test(text))).toEqual([])
  })
})

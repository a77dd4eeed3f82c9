import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { categoryLanguages, listCategories } from '#places/categories'
import { fold } from '#places/text'
import { distinct, readTable } from '../../fixtures/tables.ts'

/** A name, optionally with plurals: `bakery/bakeries`, `bar+s`. */
const name = z
  .string()
  .regex(/^[^+/:,]+(?:\+[^+/:, ]+)?(?:\/[^+/:,]+)*$/)
  .refine((text) => text.trim() === text && fold(text) !== '')

const names = z
  .string()
  .transform((list) => list.split(', '))
  .pipe(distinct(name))

const rule = z.string().regex(/^[\w:]+=!?[\w;*-]+(?: [\w:]+=!?[\w;*-]+)*$/)
const id = z.string().regex(/^[a-z]+(?:_[a-z]+)*$/)

const category = z
  .strictObject({
    tags: z.array(rule).optional(),
    members: distinct(id).optional(),
    publicOnly: z.literal(true).optional(),
    ...(Object.fromEntries(categoryLanguages.map((code) => [code, names])) as Record<
      (typeof categoryLanguages)[number],
      typeof names
    >),
  })
  .refine(({ tags, members }) => (tags === undefined) !== (members === undefined))

const files = readdirSync('data/categories')

test.each(files)('%s contains tags or members, and names in all languages', (file) => {
  z.record(id, category).parse(readTable(`categories/${file}`))
})

test('loads every category from the files, each from one file only', () => {
  const ids = files.flatMap((file) => Object.keys(readTable(`categories/${file}`) as object))
  expect(
    listCategories()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
})

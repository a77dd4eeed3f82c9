import { expect, test } from 'vitest'
import * as z from 'zod'
import { checkLongLists } from '../../lib/api/middleware/long-lists.ts'

const point = z.object({ lat: z.number(), lon: z.number() })
const input = z.object({
  shape: z.array(point).max(20_000).optional(),
  others: z.array(point).default([]),
  text: z.string(),
})
const points = (count: number, lat: unknown = 1) => Array(count).fill({ lat, lon: 2 })

test('a long list with wrong elements is checked up to twenty issues, whatever its length', async () => {
  let checked = 0
  const counted = z.object({
    shape: z.array(point.refine(() => ++checked > 0)).optional(),
  })
  const issues = await checkLongLists(counted, { shape: [...points(600), ...points(19_000, 'x')] })
  expect(issues).toHaveLength(20)
  expect(issues[0]).toMatchObject({ path: ['shape', 600, 'lat'] })
  expect(checked).toBe(600)
})

test('a long list without a mistake, and a short one, are left to the schema', async () => {
  expect(await checkLongLists(input, { shape: points(20_000), others: points(600) })).toEqual([])
  expect(await checkLongLists(input, { shape: points(10, 'x') })).toEqual([])
  expect(await checkLongLists(input, { shape: 'x', text: 1 })).toEqual([])
})

test('a list that is optional or has a default is found', async () => {
  expect(await checkLongLists(input, { others: points(600, 'x') })).toHaveLength(20)
})

import { expect, test } from 'vitest'
import { parseAddress } from '#places/address'
import { isExact, isGeocodable, type WeaknessCase, weaknessCases } from './sets/address-cases.ts'

const halves = ['development', 'unseen'] as const
const sets = [...halves, 'fresh'] as const

const all = sets.flatMap((set) => [...weaknessCases(set), ...weaknessCases(set, 'world')])

/** Counts the cases parsed exactly, and the cases parsed well enough to find the place. */
function countRight(cases: readonly WeaknessCase[]): { exact: number; geocodable: number } {
  const parses = cases.map(({ text, components }) => ({ parsed: parseAddress(text), components }))
  return {
    exact: parses.filter(({ parsed, components }) => isExact(parsed, components)).length,
    geocodable: parses.filter(({ parsed, components }) => isGeocodable(parsed, components)).length,
  }
}

test.each(sets)('parses nine in ten addresses of the %s set exactly', (set) => {
  const cases = weaknessCases(set)
  const { exact, geocodable } = countRight(cases)
  console.log(`${set}: exact ${exact}, geocodable ${geocodable} of ${cases.length}`)
  expect(exact / cases.length).toBeGreaterThanOrEqual(0.9)
  expect(geocodable / cases.length).toBeGreaterThanOrEqual(0.9)
})

test.each(sets)('parses nine in ten addresses of the %s set of the world exactly', (set) => {
  const cases = weaknessCases(set, 'world')
  const { exact, geocodable } = countRight(cases)
  console.log(`world ${set}: exact ${exact}, geocodable ${geocodable} of ${cases.length}`)
  expect(exact / cases.length).toBeGreaterThanOrEqual(0.9)
  expect(geocodable / cases.length).toBeGreaterThanOrEqual(0.9)
})

test('parses three in four addresses of every weakness exactly', () => {
  const cases = all
  for (const [weakness, some] of Object.entries(Object.groupBy(cases, (c) => c.weakness))) {
    const { exact, geocodable } = countRight(some!)
    console.log(`${weakness}: exact ${exact}, geocodable ${geocodable} of ${some!.length}`)
    expect(exact / some!.length, weakness).toBeGreaterThanOrEqual(0.75)
  }
})

test('the expected components are parts of the text', () => {
  const plain = all.filter(({ weakness }) => weakness !== 'html-entities')
  const wrong = plain.filter(({ text, components }) =>
    Object.values(components).some((value) => !text.includes(value)),
  )
  expect(wrong).toEqual([])
})

test('every weakness has at least twenty cases over several countries', () => {
  const cases = halves.flatMap((half) => weaknessCases(half))
  for (const [weakness, some] of Object.entries(Object.groupBy(cases, (c) => c.weakness))) {
    expect(some!.length, weakness).toBeGreaterThanOrEqual(20)
  }
})

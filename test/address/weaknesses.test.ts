import { expect, test } from 'vitest'
import { parseAddress } from '../../lib/address/index.ts'
import { isExact, isGeocodable, type WeaknessCase, weaknessCases } from './sets/address-cases.ts'

const halves = ['development', 'unseen'] as const

/** Cases parsed exactly, and well enough to find the place. */
function countRight(cases: readonly WeaknessCase[]): { exact: number; geocodable: number } {
  const parses = cases.map(({ text, components }) => ({ parsed: parseAddress(text), components }))
  return {
    exact: parses.filter(({ parsed, components }) => isExact(parsed, components)).length,
    geocodable: parses.filter(({ parsed, components }) => isGeocodable(parsed, components)).length,
  }
}

test.each(halves)('addresses of the %s half are parsed exactly', (half) => {
  const cases = weaknessCases(half)
  for (const [weakness, some] of Object.entries(Object.groupBy(cases, (c) => c.weakness))) {
    const { exact, geocodable } = countRight(some!)
    console.log(`${half} ${weakness}: exact ${exact}, geocodable ${geocodable} of ${some!.length}`)
  }
  const { exact, geocodable } = countRight(cases)
  console.log(`${half}: exact ${exact}, geocodable ${geocodable} of ${cases.length}`)
  expect(exact / cases.length).toBeGreaterThanOrEqual(0.3)
})

test('every weakness has at least twenty cases over several countries', () => {
  const cases = halves.flatMap(weaknessCases)
  for (const [weakness, some] of Object.entries(Object.groupBy(cases, (c) => c.weakness))) {
    expect(some!.length, weakness).toBeGreaterThanOrEqual(20)
  }
})

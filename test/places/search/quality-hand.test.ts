import { beforeAll, describe, expect, it } from 'vitest'
import type { Gazetteer } from '#places/gazetteer'
import { autocomplete, search } from '#places/search'
import {
  isOnMachine,
  type PlaceRegion,
  placeRegions,
  placesOf,
  quiet,
} from '../../fixtures/places.ts'
import { mismatch } from './sets/judge.ts'
import { type QueryCase, queryCases } from './sets/query-cases.ts'

const sets = Object.fromEntries(
  placeRegions.map((region) => [region, queryCases('hand', region)]),
) as Record<PlaceRegion, QueryCase[]>

/** The share of a set that must be right. */
const required = 0.95

/** `FAILURES=1` prints every query that is not answered as expected. */
const shown = process.env.FAILURES === '1'

describe.for(Object.entries(sets) as [PlaceRegion, readonly QueryCase[]][])(
  'queries written by hand from the map of %s',
  ([region, checks]) => {
    const there = isOnMachine(region)
    let gazetteer: Gazetteer
    beforeAll(async () => {
      if (there) gazetteer = (await placesOf(region))!
    })

    it.skipIf(!there)(`has the right first result for ${required * 100} % of them`, async () => {
      const wrong: string[] = []
      for (const check of checks) {
        const ask = check.partial ? autocomplete : search
        const query = { size: 5, ...check.scope, text: check.text }
        const fault = mismatch(check, await ask(gazetteer, query, quiet))
        if (fault) wrong.push(`${check.text}: ${fault} (${check.why})`)
      }
      if (shown) console.log(`${region}: ${wrong.length} of ${checks.length}\n${wrong.join('\n')}`)
      expect(wrong.length / checks.length, wrong.join('\n')).toBeLessThanOrEqual(1 - required)
    })
  },
)

describe('the hand-written set', () => {
  it('has no duplicate query, and a reason for each expected result', () => {
    const checks = Object.values(sets).flat()
    expect(checks.length).toBeGreaterThanOrEqual(150)
    const questions = checks.map((check) => JSON.stringify([check.text, check.scope, check.at]))
    expect(new Set(questions).size).toBe(checks.length)
    expect(checks.filter(({ why, at }) => why.length < 4 || at.length === 0)).toEqual([])
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import type { Gazetteer } from '#places/gazetteer'
import { autocomplete, search } from '#places/search'
import { isOnMachine, type PackedRegion, placesOf, quiet } from '../../fixtures/places.ts'
import { mismatch } from './sets/judge.ts'
import { queryCases } from './sets/query-cases.ts'

const regions = [
  'andorra',
  'monaco',
  'helsinki',
  'porto',
] as const satisfies readonly PackedRegion[]
const blind = regions.flatMap((region) =>
  queryCases('blind', region).map((query) => ({ ...query, region })),
)

/** The share of the whole set that must be right. */
const required = 0.95

/** `FAILURES=1` prints every query that is not answered as expected. */
const shown = process.env.FAILURES === '1'

const there = regions.every(isOnMachine)

describe('queries written by somebody who knew the maps and not the code', () => {
  const gazetteers = new Map<PackedRegion, Gazetteer>()
  beforeAll(async () => {
    if (!there) return
    for (const region of regions) gazetteers.set(region, (await placesOf(region))!)
  })

  it.skipIf(!there)(`has the right first result for ${required * 100} % of them`, async () => {
    const wrong: string[] = []
    for (const check of blind) {
      const ask = check.partial ? autocomplete : search
      const query = { size: 5, ...check.scope, text: check.text }
      const answer = await ask(gazetteers.get(check.region)!, query, quiet)
      const fault = mismatch(check, answer)
      if (fault) wrong.push(`${check.region}: ${check.text}: ${fault} (${check.why})`)
    }
    if (shown) console.log(`${wrong.length} of ${blind.length}\n${wrong.join('\n')}`)
    expect(1 - wrong.length / blind.length, wrong.join('\n')).toBeGreaterThanOrEqual(required)
  })

  it('asks 120 different questions, and says why it expects what it does', () => {
    const questions = blind.map(({ region, text, scope }) => JSON.stringify([region, text, scope]))
    expect(new Set(questions).size).toBe(120)
    expect(blind.filter(({ why, at }) => why.length < 4 || at.length === 0)).toEqual([])
  })
})

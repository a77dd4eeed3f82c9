import { describe, expect, test } from 'vitest'
import { roundPosition } from '#ground/geo'
import { findCategoriesByName } from '#places/categories'
import { type SearchResult, withoutDuplicates } from '#places/search'
import { describeOnAndorra } from '../../fixtures/andorra.ts'
import { allPlaces } from '../../fixtures/places.ts'
import { cases, withCampaigns } from '../../setup/suite.ts'
import { ask, explicitDetours, openRegion, randomBodies } from './asking.ts'

/**
 * Measures the share of answers' places that are as good as the best of all venues of the category in the
 * region, each routed over every leg.
 */
async function recallOn(name: string, requests: number, seed: number) {
  const region = await openRegion(name)
  const venues = (await allPlaces(region.gazetteer)).filter(({ type }) => type === 'venue')
  let wanted = 0
  let found = 0
  for (const body of await randomBodies(region, requests, seed)) {
    const { places } = await ask(region, body)
    const categories = new Set(findCategoriesByName(String(body.search)))
    const near: { seconds: number; result: SearchResult }[] = []
    for (const venue of venues) {
      if (!venue.categories.some((category) => categories.has(category))) continue
      const at = roundPosition(venue)
      const [least] = await explicitDetours(region, body, at)
      if (!least || least.seconds > Number(body.max_detour_seconds)) continue
      const result: SearchResult = { place: venue, at: venue, matchType: 'exact', confidence: 1 }
      near.push({ seconds: least.seconds, result })
    }
    near.sort((a, b) => a.seconds - b.seconds)
    const unique = new Set(withoutDuplicates(near.map(({ result }) => result)))
    const best = near.flatMap(({ seconds, result }) => (unique.has(result) ? [seconds] : []))
    const worst = best[Math.min(best.length, Number(body.max_results)) - 1]
    const top = best.slice(0, Number(body.max_results))
    wanted += top.length
    // A place within a second of the worst of the best counts as one of the best; answers omit duplicates.
    const good = places.filter(({ detour_seconds }) => detour_seconds <= worst! + 1).length
    found += Math.min(good, top.length)
  }
  return { wanted, found }
}

describe('the best venues of a category', () => {
  test('are found on the demo island', async () => {
    const { wanted, found } = await recallOn('demo', cases({ quick: 3, full: 25 }), 21)
    expect(wanted).toBeGreaterThan(cases({ quick: 10, full: 20 }))
    expect(found / wanted).toBeGreaterThan(0.95)
  }, 1_800_000)
})

if (withCampaigns) {
  describeOnAndorra('the best venues of a category in Andorra', () => {
    test('the best are found', async () => {
      const { wanted, found } = await recallOn('andorra', 6, 22)
      expect(found / wanted).toBeGreaterThan(0.95)
    }, 1_800_000)
  })
}

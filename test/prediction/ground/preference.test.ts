import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { profiles } from '#prediction'
import { figures, incidentTerrains } from '#prediction/figures'
import { computeAvailability, computePreferences } from '#prediction/ground'
import { analyticLandscape, type GroundAt } from '../../fixtures/landscape.ts'
import { incidentAt, mapOn, zurich } from '../incidents.ts'
import { factorsOf, mixedCountry, sharesOf } from '../signs.ts'

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

describe.each(profiles)('%s', (profile) => {
  test('has availabilities, and terrains of origin, that add up to 1', () => {
    expect(sum(Object.values(computeAvailability(profile)))).toBeCloseTo(1, 12)
    const origins = incidentTerrains.map(
      (name) => figures.availability.origins[profile][name].value,
    )
    expect(sum(origins)).toBeCloseTo(1, 12)
  })

  test('prefers a class if its finds exceed its availability, within bounds', () => {
    const available: Partial<Record<string, number>> = computeAvailability(profile)
    const entries = Object.entries(computePreferences(profile)).map(([name, preference]) => ({
      preference,
      raw: figures.findShares[profile][name as 'wood']!.value / available[name]!,
    }))
    const [min, max] = figures.finds.preferenceBounds.value
    for (const { preference, raw } of entries) {
      // Preferences shrink towards 1 and never pass it.
      expect(Math.sign(Math.log(preference))).toBe(Math.sign(Math.log(raw)))
      expect(Math.abs(Math.log(preference))).toBeLessThan(Math.abs(Math.log(raw)))
      expect(preference).toBeGreaterThanOrEqual(min)
      expect(preference).toBeLessThanOrEqual(max)
    }
  })
})

test('scrub has no preference, since no finds are counted in it', () => {
  for (const profile of profiles) expect(computePreferences(profile).brush).toBeUndefined()
})

describe('thinly mapped lines', () => {
  test('are reported, and count as the ground around them', async () => {
    const map = await mapOn(
      (east, north) => ({
        land_cover: 'field',
        linear: Math.hypot(east - 300, Math.max(0, Math.abs(north) - 30)),
      }),
      incidentAt(zurich, { radiusMeters: 900 }),
      { terms: { effort: false } },
    )
    expect(map.thinClasses).toEqual(['linear'])
    for (const factor of factorsOf(map)) expect(factor).toBeCloseTo(1, 9)
  })

  test('are not reported where the lines are well mapped', async () => {
    const map = await mapOn(mixedCountry(0), incidentAt(zurich))
    expect(map.thinClasses).toEqual([])
  })
})

test('thinly mapped houses are reported in a town, but not around a hut in the hills', async () => {
  const hut: GroundAt = (east, north) => ({ structure: Math.hypot(east - 200, north - 200) })
  const thinIn = async (cover: 'built_up' | 'open') => {
    const at: GroundAt = (east, north) => ({ ...hut(east, north), land_cover: cover })
    return (await mapOn(at, incidentAt(zurich))).thinClasses
  }
  expect(await thinIn('built_up')).toEqual(['structure', 'linear'])
  expect(await thinIn('open')).toEqual(['linear'])
})

test('a class that the region lacks counts as the ground around it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...profiles), async (profile) => {
      const incident = incidentAt(zurich, { profile })
      const map = await mapOn(
        analyticLandscape({ center: zurich, at: mixedCountry(1), missing: ['structure'] }),
        incident,
        { terms: { effort: false } },
      )
      expect(map.thinClasses).toEqual(['structure'])
      const built = sharesOf(map, 'structure')
      const factors = factorsOf(map)
      expect(Math.max(...built)).toBeGreaterThan(0.3)
      expect(factors.every((factor) => factor > 0.1 && factor < 6)).toBe(true)
    }),
    { numRuns: 2 },
  )
})

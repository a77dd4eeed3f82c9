import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceDistribution } from '../../lib/prediction/distance/index.ts'
import {
  type EcoregionWeights,
  ecoregionOf,
  ecoregionWeightsOf,
  isEcoregionKnown,
  profiles,
} from '../../lib/prediction/index.ts'
import type { GroundAt } from '../fixtures/landscape.ts'
import { incidentAt, mapOn } from './incidents.ts'

const sum = (weights: EcoregionWeights) =>
  Object.values(weights).reduce((all, weight) => all + weight, 0)

const facts = fc.record({
  builtUpShare: fc.double({ min: 0, max: 1, noNaN: true }),
  reliefMeters: fc.double({ min: 0, max: 2000, noNaN: true }),
  dryShare: fc.double({ min: 0, max: 1, noNaN: true }),
})

test('unknown ground counts as temperate and flat, and as unknown', () => {
  for (const unknown of [
    {},
    { builtUpShare: Number.NaN, reliefMeters: Number.NaN, dryShare: Number.NaN },
  ]) {
    expect(ecoregionWeightsOf(unknown)).toEqual({ temperate_flat: 1 })
    expect(isEcoregionKnown(unknown)).toBe(false)
  }
})

test('relief and dryness distinguish four ecoregions', () => {
  const at = (reliefMeters: number, dryShare: number) =>
    ecoregionWeightsOf({ builtUpShare: 0.1, reliefMeters, dryShare })
  expect(at(900, 0)).toEqual({ temperate_mountainous: 1 })
  expect(at(20, 0)).toEqual({ temperate_flat: 1 })
  expect(at(900, 0.8)).toEqual({ dry_mountainous: 1 })
  expect(at(20, 0.8)).toEqual({ dry_flat: 1 })
})

test('half built-up ground is half urban, and three quarters are urban alone', () => {
  const at = (builtUpShare: number) =>
    ecoregionWeightsOf({ builtUpShare, reliefMeters: 0, dryShare: 0 })
  expect(at(0.5)).toEqual({ urban: 0.5, temperate_flat: 0.5 })
  expect(at(0.75)).toEqual({ urban: 1 })
  expect(ecoregionOf(at(0.55))).toBe('urban')
  expect(ecoregionOf(at(0.45))).toBe('temperate_flat')
})

test('weights add up to 1 and never jump', () => {
  fc.assert(
    fc.property(facts, fc.double({ min: -0.001, max: 0.001, noNaN: true }), (here, step) => {
      const weights = ecoregionWeightsOf(here)
      expect(sum(weights)).toBeCloseTo(1, 12)
      const near = ecoregionWeightsOf({ ...here, builtUpShare: here.builtUpShare + step })
      for (const name of Object.keys(weights) as (keyof EcoregionWeights)[]) {
        expect(Math.abs((near[name] ?? 0) - weights[name]!)).toBeLessThan(0.005)
      }
    }),
  )
})

test('a blend has the weighted mean of the shares, and a density that never rises', () => {
  fc.assert(
    fc.property(fc.constantFrom(...profiles), facts, (profile, here) => {
      const weights = ecoregionWeightsOf(here)
      const blend = distanceDistribution(profile, weights)
      let density = Infinity
      for (let meters = 20; meters < 40_000; meters *= 1.3) {
        const mean = (Object.entries(weights) as [keyof EcoregionWeights, number][]).reduce(
          (all, [name, weight]) =>
            all + weight * distanceDistribution(profile, name).cumulative(meters),
          0,
        )
        expect(blend.cumulative(meters)).toBeCloseTo(mean, 9)
        expect(blend.density(meters)).toBeLessThanOrEqual(density)
        density = blend.density(meters)
        expect(blend.quantile(blend.cumulative(meters))).toBeCloseTo(meters, 3)
      }
    }),
    { numRuns: 20 },
  )
})

test('one missing fact makes the ecoregion unknown, but not where it is urban', () => {
  const known = { builtUpShare: 0.2, reliefMeters: 10, dryShare: 0 }
  expect(isEcoregionKnown(known)).toBe(true)
  for (const key of Object.keys(known)) {
    expect(isEcoregionKnown({ ...known, [key]: undefined })).toBe(false)
  }
  expect(isEcoregionKnown({ builtUpShare: 0.9 })).toBe(true)
})

test('scrub is dry in the latitudes of deserts, and not in Scotland', async () => {
  const scrub: GroundAt = () => ({ land_cover: 'scrub' })
  const at = async (lat: number, ground: GroundAt) =>
    (await mapOn(ground, incidentAt({ lat, lon: 10 }, { radiusMeters: 300 }))).ecoregion
  expect(await at(33, scrub)).toBe('dry_flat')
  expect(await at(-25, scrub)).toBe('dry_flat')
  expect(await at(57, scrub)).toBe('temperate_flat')
  expect(await at(33, () => ({ land_cover: 'field' }))).toBe('temperate_flat')
  expect(await at(57, () => ({ land_cover: 'sand' }))).toBe('dry_flat')
})

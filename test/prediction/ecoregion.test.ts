import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LandCover } from '#ground/landscape'
import {
  type EcoregionWeights,
  isEcoregionKnown,
  measureDryness,
  profiles,
  selectEcoregion,
  weighEcoregions,
} from '#prediction'
import { buildDistanceDistribution } from '#prediction/distance'
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
    { dryShare: 0 },
    { builtUpShare: Number.NaN, reliefMeters: Number.NaN, dryShare: 0 },
  ]) {
    expect(weighEcoregions(unknown)).toEqual({ temperate_flat: 1 })
    expect(isEcoregionKnown(unknown)).toBe(false)
  }
})

test('relief and dryness distinguish four ecoregions', () => {
  const at = (reliefMeters: number, dryShare: number) =>
    weighEcoregions({ builtUpShare: 0.1, reliefMeters, dryShare })
  expect(at(900, 0)).toEqual({ temperate_mountainous: 1 })
  expect(at(20, 0)).toEqual({ temperate_flat: 1 })
  expect(at(900, 1)).toEqual({ dry_mountainous: 1 })
  expect(at(20, 1)).toEqual({ dry_flat: 1 })
  expect(at(20, 0.25)).toEqual({ dry_flat: 0.25, temperate_flat: 0.75 })
})

test('ground that is half built-up is half urban, and from three quarters on entirely urban', () => {
  const at = (builtUpShare: number) =>
    weighEcoregions({ builtUpShare, reliefMeters: 0, dryShare: 0 })
  expect(at(0.5)).toEqual({ urban: 0.5, temperate_flat: 0.5 })
  expect(at(0.75)).toEqual({ urban: 1 })
  expect(selectEcoregion(at(0.55))).toBe('urban')
  expect(selectEcoregion(at(0.45))).toBe('temperate_flat')
})

test('weights add up to 1 and never jump', () => {
  fc.assert(
    fc.property(facts, fc.double({ min: -0.001, max: 0.001, noNaN: true }), (here, step) => {
      const weights = weighEcoregions(here)
      expect(sum(weights)).toBeCloseTo(1, 12)
      const near = weighEcoregions({ ...here, builtUpShare: here.builtUpShare + step })
      for (const name of Object.keys(weights) as (keyof EcoregionWeights)[]) {
        expect(Math.abs((near[name] ?? 0) - weights[name]!)).toBeLessThan(0.005)
      }
    }),
  )
})

test('a blend of ecoregions has the weighted mean of their shares, and a density that never rises', () => {
  fc.assert(
    fc.property(fc.constantFrom(...profiles), facts, (profile, here) => {
      const weights = weighEcoregions(here)
      const blend = buildDistanceDistribution(profile, weights)
      let density = Infinity
      for (let meters = 20; meters < 40_000; meters *= 1.3) {
        const mean = (Object.entries(weights) as [keyof EcoregionWeights, number][]).reduce(
          (all, [name, weight]) =>
            all + weight * buildDistanceDistribution(profile, name).cumulative(meters),
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

test('the ecoregion is unknown without built-up share or relief, unless the ground is urban', () => {
  const known = { builtUpShare: 0.2, reliefMeters: 10, dryShare: 0 }
  expect(isEcoregionKnown(known)).toBe(true)
  for (const key of ['builtUpShare', 'reliefMeters']) {
    expect(isEcoregionKnown({ ...known, [key]: undefined })).toBe(false)
  }
  expect(isEcoregionKnown({ builtUpShare: 0.9, dryShare: 0 })).toBe(true)
})

test('the climate decides whether country is dry, not its vegetation', async () => {
  const at = async (lat: number, lon: number, cover: LandCover) =>
    (await mapOn(() => ({ land_cover: cover }), incidentAt({ lat, lon }, { radiusMeters: 300 })))
      .ecoregion
  expect(await at(31, 10, 'scrub')).toBe('dry_flat')
  expect(await at(48, 65, 'open')).toBe('dry_flat')
  expect(await at(22.4, 114.1, 'scrub')).toBe('temperate_flat')
  expect(await at(57, -4, 'sand')).toBe('temperate_flat')
})

test('the dryness of known towns agrees with their climate', () => {
  const dry = {
    Phoenix: [33.4, -112.1],
    'El Paso': [31.8, -106.4],
    'Las Vegas': [36.2, -115.1],
    Antofagasta: [-23.6, -70.4],
    Cairo: [30.0, 31.2],
    Niamey: [13.5, 2.1],
    Windhoek: [-22.6, 17.1],
    Riyadh: [24.7, 46.7],
    Tehran: [35.7, 51.4],
    Jodhpur: [26.3, 73.0],
    'Alice Springs': [-23.7, 133.9],
    Almeria: [36.8, -2.5],
  }
  const humid = {
    Miami: [25.8, -80.2],
    Houston: [29.8, -95.4],
    'Hong Kong': [22.3, 114.2],
    Shanghai: [31.2, 121.5],
    Sydney: [-33.9, 151.2],
    Nairobi: [-1.3, 36.8],
    Porto: [41.1, -8.6],
    Andorra: [42.5, 1.5],
    Helsinki: [60.2, 24.9],
    'Rio de Janeiro': [-22.9, -43.2],
    Suva: [-18.1, 178.4],
  }
  for (const [town, [lat, lon]] of Object.entries(dry)) {
    expect(measureDryness({ lat: lat!, lon: lon! }), town).toBeGreaterThan(0.5)
    expect(measureDryness({ lat: lat!, lon: lon! + 360 }), town).toBeGreaterThan(0.5)
  }
  for (const [town, [lat, lon]] of Object.entries(humid))
    expect(measureDryness({ lat: lat!, lon: lon! }), town).toBeLessThan(0.5)
})

test('the dryness changes by less than 0.2 within ten kilometres', () => {
  const place = fc.record({
    lat: fc.double({ min: -60, max: 60, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  fc.assert(
    fc.property(place, ({ lat, lon }) => {
      const here = measureDryness({ lat, lon })
      expect(here).toBeGreaterThanOrEqual(0)
      expect(here).toBeLessThanOrEqual(1)
      for (const near of [
        { lat: lat + 0.09, lon },
        { lat, lon: lon + 0.09 },
      ])
        expect(Math.abs(measureDryness(near) - here)).toBeLessThan(0.2)
    }),
    { numRuns: 5000 },
  )
})

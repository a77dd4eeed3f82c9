import { expect, test } from 'vitest'
import { ecoregionOf, isEcoregionKnown } from '../../lib/prediction/index.ts'

test('unknown ground counts as temperate and flat, and as unknown', () => {
  for (const facts of [
    {},
    { builtUpShare: Number.NaN, reliefMeters: Number.NaN, dryShare: Number.NaN },
  ]) {
    expect(ecoregionOf(facts)).toBe('temperate_flat')
    expect(isEcoregionKnown(facts)).toBe(false)
  }
})

test('relief and dryness distinguish four ecoregions', () => {
  const at = (reliefMeters: number, dryShare: number) =>
    ecoregionOf({ builtUpShare: 0.1, reliefMeters, dryShare })
  expect(at(900, 0)).toBe('temperate_mountainous')
  expect(at(20, 0)).toBe('temperate_flat')
  expect(at(900, 0.8)).toBe('dry_mountainous')
  expect(at(20, 0.8)).toBe('dry_flat')
})

test('ground more than half built up is urban', () => {
  expect(ecoregionOf({ builtUpShare: 0.51, reliefMeters: 900, dryShare: 1 })).toBe('urban')
  expect(ecoregionOf({ builtUpShare: 0.5, reliefMeters: 0, dryShare: 0 })).toBe('temperate_flat')
})

test('one missing fact makes the ecoregion unknown, but not where it is urban', () => {
  const known = { builtUpShare: 0.2, reliefMeters: 10, dryShare: 0 }
  expect(isEcoregionKnown(known)).toBe(true)
  for (const key of Object.keys(known)) {
    expect(isEcoregionKnown({ ...known, [key]: undefined })).toBe(false)
  }
  expect(isEcoregionKnown({ builtUpShare: 0.9 })).toBe(true)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceBands } from '../../../lib/landscape/index.ts'
import { figures } from '../../../lib/prediction/figures/index.ts'
import {
  classIndexOf,
  classSharesOf,
  groundClasses,
  targetsOf,
} from '../../../lib/prediction/ground/index.ts'
import { profiles } from '../../../lib/prediction/index.ts'
import { analyticLandscape, type Ground } from '../../fixtures/landscape.ts'

const center = { lat: 50, lon: 10 }
const box = { min_lat: 49, max_lat: 51, min_lon: 9, max_lon: 11 }

/** Shares of a hexagon with a single point. */
async function sharesAt(
  ground: Ground,
  profile: (typeof profiles)[number] = 'dementia_alzheimers',
) {
  const view = await analyticLandscape({ center, at: () => ground }).view(box)
  const positions = { lats: Float64Array.of(center.lat), lons: Float64Array.of(center.lon) }
  const found = classSharesOf(view, positions, 1, profile)
  const share = (name: (typeof groundClasses)[number]) => found.shares[classIndexOf(name)]!
  return { ...found, share }
}

const distance = fc.oneof(fc.constant(undefined), fc.double({ min: 0, max: 600, noNaN: true }))
const ground: fc.Arbitrary<Ground> = fc
  .record({
    land_cover: fc.oneof(fc.nat(10), fc.constant(255)),
    ...(Object.fromEntries(distanceBands.map((band) => [band, distance])) as Record<
      (typeof distanceBands)[number],
      typeof distance
    >),
  })
  .map((bands) =>
    Object.fromEntries(Object.entries(bands).filter(([, value]) => value !== undefined)),
  )

test('shares of classes add up to 1 and are never negative, for any ground', async () => {
  await fc.assert(
    fc.asyncProperty(ground, fc.constantFrom(...profiles), async (bands, profile) => {
      const { shares, woodEdge, deepWater, scenic, share } = await sharesAt(bands, profile)
      expect(shares.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12)
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
      expect(woodEdge[0]!).toBeLessThanOrEqual(share('wood') + 1e-12)
      expect(deepWater[0]!).toBeLessThanOrEqual(share('water') + 1e-12)
      expect(scenic[0]! === 0 || scenic[0] === 1).toBe(true)
    }),
  )
})

test('at a building the ground is structure alone', async () => {
  const { share } = await sharesAt({ structure: 8, road: 0, land_cover: 'wood' })
  expect(share('structure')).toBe(1)
})

test('half of the ground on a road is road, two thirds of that at the track offset, none far off', async () => {
  const on = await sharesAt({ road: 0 })
  expect(on.share('road_path')).toBeCloseTo(0.5)
  const median = figures.radial.trackOffsetMedianMeters.dementia_alzheimers.value
  const beside = await sharesAt({ path: median - 1 })
  const share = beside.share('road_path')
  // A half-normal is exp(-0.2275) at its median, here 1 m before it.
  expect(share / (1 - share)).toBeCloseTo(Math.exp(-(((median - 1) / median) ** 2) * 0.22747), 3)
  const far = await sharesAt({ road: 200 })
  expect(far.share('open')).toBeGreaterThan(0.999)
})

test('the despondent have a larger track offset', async () => {
  const off = { path: 60 }
  const [dementia, despondent] = [await sharesAt(off), await sharesAt(off, 'despondent')]
  expect(despondent.share('road_path')).toBeGreaterThan(dementia.share('road_path'))
})

test('a lake has a strip along its shore, on land too, and deep water inside', async () => {
  expect((await sharesAt({ land_cover: 'water', water: 20 })).deepWater[0]).toBe(0)
  expect((await sharesAt({ land_cover: 'open', water: 20 })).share('water')).toBe(1)
  const deep = await sharesAt({ land_cover: 'water', water: 120 })
  expect(deep.share('water')).toBe(1)
  expect(deep.deepWater[0]).toBe(1)
})

test('the edge of a wood is wood on both sides', async () => {
  for (const cover of ['wood', 'field'] as const) {
    const { share, woodEdge } = await sharesAt({ land_cover: cover, wood_edge: 10 })
    expect(share('wood')).toBe(1)
    expect(woodEdge[0]).toBe(1)
  }
  expect((await sharesAt({ land_cover: 'wood', wood_edge: 90 })).woodEdge[0]).toBe(0)
})

test('unmapped ground and ground beyond the data are different classes', async () => {
  expect((await sharesAt({ land_cover: 'unknown' })).share('unmapped')).toBe(1)
  expect((await sharesAt({ land_cover: 255, road: 0 })).share('no_data')).toBe(1)
})

const byDistance = fc
  .array(fc.oneof(fc.constant(0), fc.double({ min: 1e-4, max: 1, noNaN: true })), {
    minLength: groundClasses.length,
    maxLength: groundClasses.length,
  })
  .filter((values) => values.some((value) => value > 0))
  .map((values) => {
    const sum = values.reduce((total, value) => total + value, 0)
    return Float64Array.from(values, (value) => value / sum)
  })

test('targets add up to 1; none is negative, beyond the cap, or of an absent class', () => {
  fc.assert(
    fc.property(fc.constantFrom(...profiles), byDistance, (profile, shares) => {
      const { targets, absent } = targetsOf(profile, shares)
      expect(targets.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 9)
      targets.forEach((target, c) => {
        expect(target).toBeGreaterThanOrEqual(0)
        expect(target).toBeLessThanOrEqual(12 * shares[c]! * (1 + 1e-9))
      })
      for (const name of absent) expect(shares[classIndexOf(name)]).toBe(0)
    }),
  )
})

test('classes without counts and ground beyond the data keep their share by distance', () => {
  fc.assert(
    fc.property(fc.constantFrom(...profiles), byDistance, (profile, shares) => {
      const { targets } = targetsOf(profile, shares)
      for (const name of ['brush', 'no_data'] as const) {
        expect(targets[classIndexOf(name)]!).toBeCloseTo(shares[classIndexOf(name)]!, 9)
      }
    }),
  )
})

test('with some of every class the targets are half-way between counts and distance', () => {
  const shares = new Float64Array(groundClasses.length)
  const counted = ['structure', 'road_path', 'linear', 'water', 'wood', 'open'] as const
  for (const name of counted) shares[classIndexOf(name)] = 1 / counted.length
  const { targets, absent } = targetsOf('dementia_alzheimers', shares)
  expect(absent).toEqual([])
  expect(targets[classIndexOf('structure')]!).toBeCloseTo((65 / 259 + 1 / 6) / 2, 9)
  expect(targets[classIndexOf('water')]!).toBeCloseTo((16 / 259 + 1 / 6) / 2, 9)
})

test('counts of absent classes follow distance, and the classes are named', () => {
  const shares = new Float64Array(groundClasses.length)
  shares[classIndexOf('open')] = 0.9
  shares[classIndexOf('road_path')] = 0.1
  const { targets, absent } = targetsOf('dementia_alzheimers', shares)
  expect(absent).toEqual(['structure', 'linear', 'water', 'wood'])
  const road = 82 / 259 + (0.1 * (259 - 82 - 36)) / 259
  expect(targets[classIndexOf('road_path')]!).toBeCloseTo((road + 0.1) / 2, 9)
})

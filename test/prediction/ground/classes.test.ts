import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceBands } from '#ground/landscape'
import { profiles } from '#prediction'
import { figures } from '#prediction/figures'
import { computeClassShares, findClassIndex, type groundClasses } from '#prediction/ground'
import { analyticLandscape, type Ground } from '../../fixtures/landscape.ts'

const center = { lat: 50, lon: 10 }
const box = { min_lat: 49, max_lat: 51, min_lon: 9, max_lon: 11 }

/** Returns the shares of classes in a hexagon with a single point. */
async function sharesAt(
  ground: Ground,
  profile: (typeof profiles)[number] = 'dementia_alzheimers',
) {
  const view = await analyticLandscape({ center, at: () => ground }).view(box)
  const positions = { lats: Float64Array.of(center.lat), lons: Float64Array.of(center.lon) }
  const found = computeClassShares(view, positions, 1, profile)
  const share = (name: (typeof groundClasses)[number]) => found.shares[findClassIndex(name)]!
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
      const { shares, woodEdge, deepWater, share } = await sharesAt(bands, profile)
      expect(shares.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12)
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
      expect(woodEdge[0]!).toBeLessThanOrEqual(share('wood') + 1e-12)
      expect(deepWater[0]!).toBeLessThanOrEqual(share('water') + 1e-12)
    }),
  )
})

test('ground at a building has only the class of structures', async () => {
  const { share } = await sharesAt({ structure: 8, road: 0, land_cover: 'wood' })
  expect(share('structure')).toBe(1)
})

test('ground on a road is half road, less at the track offset, and hardly any far away', async () => {
  const on = await sharesAt({ road: 0 })
  expect(on.share('road_path')).toBeCloseTo(0.5)
  const median = figures.radial.trackOffsetMedianMeters.dementia_alzheimers.value
  const beside = await sharesAt({ path: median - 1 })
  const share = beside.share('road_path')
  // A half-normal density is exp(-0.2275) at its median; the path is 1 m nearer.
  expect(share / (1 - share)).toBeCloseTo(Math.exp(-(((median - 1) / median) ** 2) * 0.22747), 3)
  const far = await sharesAt({ road: 200 })
  expect(far.share('open')).toBeGreaterThan(0.999)
})

test('the despondent have a larger track offset than people with dementia', async () => {
  const off = { path: 60 }
  const [dementia, despondent] = [await sharesAt(off), await sharesAt(off, 'despondent')]
  expect(despondent.share('road_path')).toBeGreaterThan(dementia.share('road_path'))
})

test('a lake counts as water along its shore, on land too, and as deep water inside', async () => {
  expect((await sharesAt({ land_cover: 'water', water: 20 })).deepWater[0]).toBe(0)
  expect((await sharesAt({ land_cover: 'open', water: 20 })).share('water')).toBe(1)
  const deep = await sharesAt({ land_cover: 'water', water: 120 })
  expect(deep.share('water')).toBe(1)
  expect(deep.deepWater[0]).toBe(1)
})

test('the edge of a wood counts as wood on both sides', async () => {
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

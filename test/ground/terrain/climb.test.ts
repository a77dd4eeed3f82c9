import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyseTerrain, buildProfile, measureTotalClimb, thresholdMeters } from '#ground/terrain'
import { seeded } from '../../fixtures/random.ts'
import { landscapes, leg, rawAscent, reversed, withNoise } from './roads.ts'

const ascentOf = (road: ReturnType<typeof leg>) =>
  analyseTerrain([road], { intervalMeters: 30 })!.route.total_ascent_meters

const seeds = Array.from({ length: 40 }, (_, seed) => seed)

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Steps up and down, some rough, some gentle. */
const ragged = fc
  .record({ seed: fc.nat(), count: fc.integer({ min: 2, max: 400 }), step: fc.nat({ max: 25 }) })
  .map(({ seed, count, step }) => {
    const random = seeded(seed)
    let height = 500
    return {
      lengthMeters: (count - 1) * 30,
      spacingMeters: 30,
      heights: Array.from({ length: count }, () => {
        height += (random() - 0.5) * 2 * step
        return height
      }),
    }
  })

describe('ascent', () => {
  test('remains small on a flat road under the noise of the elevation model', () => {
    const noisy = seeds.map((seed) => withNoise(landscapes.flat, seed))
    expect(mean(noisy.map(rawAscent))).toBeGreaterThan(300)
    expect(mean(noisy.map(ascentOf))).toBeLessThan(30)
  })

  test.each(Object.entries(landscapes))(
    'changes by less than a twentieth and 20 m under noise in a %s landscape',
    (_, landscape) => {
      const clean = ascentOf(landscape)
      const changes = seeds.map((seed) => Math.abs(ascentOf(withNoise(landscape, seed)) - clean))
      expect(mean(changes)).toBeLessThan(clean * 0.05 + 20)
    },
  )

  test('equals the rise of hills, within 5 %', () => {
    for (const landscape of [landscapes.hilly, landscapes.mountain]) {
      const truth = rawAscent(landscape)
      expect(Math.abs(ascentOf(landscape) - truth)).toBeLessThan(truth * 0.05)
    }
  })

  test('minus descent equals the difference in height of the ends', () => {
    fc.assert(
      fc.property(ragged, (road) => {
        const { route } = analyseTerrain([road], { intervalMeters: 30 })!
        const difference = road.heights.at(-1)! - road.heights[0]!
        const net = route.total_ascent_meters - route.total_descent_meters
        expect(Math.abs(net - difference)).toBeLessThan(0.2)
      }),
    )
  })

  test('becomes descent when the route is reversed', () => {
    fc.assert(
      fc.property(ragged, (road) => {
        const there = analyseTerrain([road], { intervalMeters: 30 })!.route
        const back = analyseTerrain([reversed(road)], { intervalMeters: 30 })!.route
        expect(Math.abs(there.total_ascent_meters - back.total_descent_meters)).toBeLessThan(
          thresholdMeters,
        )
        expect(Math.abs(there.total_descent_meters - back.total_ascent_meters)).toBeLessThan(
          thresholdMeters,
        )
      }),
    )
  })

  test('never counts a rise twice and is at most the sum of all rises', () => {
    fc.assert(
      fc.property(ragged, (road) => {
        expect(ascentOf(road)).toBeLessThanOrEqual(rawAscent(road) + 0.1)
      }),
    )
  })

  test('ignores bumps under the threshold on the way up', () => {
    const climb = leg(3_000, (x) => x / 10 + 4 * Math.sin(x / 100))
    expect(ascentOf(climb)).toBeLessThan(310)
  })

  test('differs by less than the threshold between two halves and the whole', () => {
    const whole = ascentOf(landscapes.hilly)
    for (const cut of [3_000, 7_200, 9_990]) {
      const index = cut / 30
      const { heights } = landscapes.hilly
      const first = { lengthMeters: cut, spacingMeters: 30, heights: heights.slice(0, index + 1) }
      const second = {
        lengthMeters: 20_000 - cut,
        spacingMeters: 30,
        heights: heights.slice(index),
      }
      expect(Math.abs(ascentOf(first) + ascentOf(second) - whole)).toBeLessThan(thresholdMeters)
    }
  })

  test('is smoothed for a bare profile as for routes', () => {
    const { heights, lengthMeters } = landscapes.hilly
    const distances = heights.map((_, i) => Math.min(i * 30, lengthMeters))
    const { ascentMeters } = measureTotalClimb(buildProfile(distances, heights)!)
    expect(ascentMeters).toBeCloseTo(ascentOf(landscapes.hilly), 1)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyseTerrain, classifyDifficulty } from '#ground/terrain'
import { landscapes, leg, withNoise } from './roads.ts'

const analyse = (legs: Parameters<typeof analyseTerrain>[0], intervalMeters = 30) =>
  analyseTerrain(legs, { intervalMeters })!

describe('terrain of a route', () => {
  test('equals the sum of its legs, to the last decimal', () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(lengths, fc.nat({ max: 1_000 }), (lengthsMeters, seed) => {
        let start = 0
        const legs = lengthsMeters.map((length) => {
          const from = start
          start += length
          return leg(length, (x) => 400 + 60 * Math.sin((from + x + seed) / 300))
        })
        const terrain = analyse(legs)
        const sum = (pick: (leg: typeof terrain.route) => number) =>
          Math.round(terrain.legs.reduce((total, leg) => total + pick(leg) * 10, 0)) / 10
        expect(sum((l) => l.total_ascent_meters)).toBe(terrain.route.total_ascent_meters)
        expect(sum((l) => l.total_descent_meters)).toBe(terrain.route.total_descent_meters)
        const highest = Math.max(...terrain.legs.map((l) => l.max_elevation_meters))
        const lowest = Math.min(...terrain.legs.map((l) => l.min_elevation_meters))
        expect(terrain.route.max_elevation_meters).toBe(highest)
        expect(terrain.route.min_elevation_meters).toBe(lowest)
      }),
    )
  })

  test('does not depend on the cuts between legs', () => {
    const noisy = withNoise(landscapes.rolling, 3)
    const whole = analyse([noisy]).route
    const cut = 9_990 / 30
    const cutRoute = analyse([
      { lengthMeters: 9_990, spacingMeters: 30, heights: noisy.heights.slice(0, cut + 1) },
      { lengthMeters: 10_010, spacingMeters: 30, heights: noisy.heights.slice(cut) },
    ]).route
    expect(cutRoute).toEqual(whole)
  })

  test('hardly depends on the spacing of the samples', () => {
    const hilly = (x: number) => 300 + 70 * Math.sin((2 * Math.PI * x) / 2_500)
    const fine = analyse([leg(20_000, hilly, 10)]).route
    const coarse = analyse([leg(20_000, hilly, 28)]).route
    expect(Math.abs(fine.total_ascent_meters - coarse.total_ascent_meters)).toBeLessThan(5)
    expect(Math.abs(fine.avg_grade_percent - coarse.avg_grade_percent)).toBeLessThan(0.2)
  })

  test('is null when there is no height', () => {
    expect(analyseTerrain([leg(1_000, () => null)], { intervalMeters: 30 })).toBeNull()
    expect(
      analyseTerrain([{ lengthMeters: 500, spacingMeters: 30, heights: [] }], {
        intervalMeters: 30,
      }),
    ).toBeNull()
  })

  test('bridges missing heights by a straight line', () => {
    const { route } = analyse([leg(900, (x) => (x > 200 && x < 700 ? null : 100 + x / 10))])
    expect(route.total_ascent_meters).toBeCloseTo(90, 0)
    expect(route.elevation_profile[15]!.elevation_meters).toBeCloseTo(145, 1)
    const open = analyse([leg(900, (x) => (x < 300 ? null : 130))]).route
    expect(open.total_ascent_meters).toBe(0)
    expect(open.elevation_profile[0]!.elevation_meters).toBe(130)
  })

  test.each([
    ['one sample', { lengthMeters: 0, spacingMeters: 30, heights: [812.3] }],
    ['two samples at one place', { lengthMeters: 0, spacingMeters: 30, heights: [812.3, 812.3] }],
  ])('is flat for a route without length, with %s', (_, nowhere) => {
    expect(analyse([nowhere]).route).toEqual({
      total_ascent_meters: 0,
      total_descent_meters: 0,
      max_elevation_meters: 812.3,
      min_elevation_meters: 812.3,
      avg_grade_percent: 0,
      max_grade_percent: 0,
      elevation_profile: [{ distance_meters: 0, elevation_meters: 812.3 }],
      difficulty: 'flat',
    })
  })

  test('contains only finite numbers whatever the heights', () => {
    const heights = fc.array(fc.option(fc.double({ min: -400, max: 9_000, noNaN: true })), {
      minLength: 1,
      maxLength: 60,
    })
    const length = fc.integer({ min: 0, max: 2_000 })
    fc.assert(
      fc.property(fc.array(fc.tuple(heights, length), { minLength: 1, maxLength: 4 }), (legs) => {
        const terrain = analyseTerrain(
          legs.map(([heights, lengthMeters]) => ({ heights, lengthMeters, spacingMeters: 30 })),
          { intervalMeters: 45 },
        )
        for (const part of terrain ? [terrain.route, ...terrain.legs] : []) {
          for (const value of Object.values(part)) {
            if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true)
          }
          expect(JSON.stringify(part)).not.toContain('null')
          expect(part.total_ascent_meters).toBeGreaterThanOrEqual(0)
          expect(part.total_descent_meters).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})

describe('an elevation profile', () => {
  test('has a sample at every multiple of the interval and one at the end', () => {
    const interval = fc.integer({ min: 10, max: 200 })
    const length = fc.integer({ min: 1, max: 9_000 })
    fc.assert(
      fc.property(length, interval, (lengthMeters, intervalMeters) => {
        const spacing = intervalMeters / Math.ceil(intervalMeters / 30)
        const { route } = analyse([leg(lengthMeters, (x) => x / 20, spacing)], intervalMeters)
        const distances = route.elevation_profile.map((sample) => sample.distance_meters)
        expect(distances.at(-1)).toBe(lengthMeters)
        expect(distances.slice(0, -1)).toEqual(
          Array.from({ length: distances.length - 1 }, (_, i) => i * intervalMeters),
        )
        expect(distances.at(-1)! - (distances.at(-2) ?? 0)).toBeLessThanOrEqual(intervalMeters)
      }),
    )
  })

  test('contains the unsmoothed heights', () => {
    const spike = leg(600, (x) => (x === 300 ? 150 : 100))
    expect(analyse([spike]).route.elevation_profile[10]).toEqual({
      distance_meters: 300,
      elevation_meters: 150,
    })
  })
})

describe('grades', () => {
  test('equal the slope on an even slope', () => {
    const { route } = analyse([leg(5_000, (x) => x * 0.07)])
    expect(route.avg_grade_percent).toBeCloseTo(7, 1)
    expect(route.max_grade_percent).toBeCloseTo(7, 1)
    expect(route.difficulty).toBe('mountainous')
  })

  test('count downhill as uphill', () => {
    const { route } = analyse([leg(5_000, (x) => 900 - x * 0.05)])
    expect(route.avg_grade_percent).toBeCloseTo(5, 1)
    expect(route.difficulty).toBe('hilly')
  })

  test('remain under 5 % on a flat road in the noise of the elevation model', () => {
    for (let seed = 0; seed < 10; seed++) {
      const { route } = analyse([withNoise(landscapes.flat, seed)])
      expect(route.max_grade_percent).toBeLessThan(5)
      expect(route.difficulty).toBe('flat')
    }
  })

  test('ignore a single wrong cell of a long road', () => {
    const { route } = analyse([leg(120_000, (x) => (x === 60_000 ? 60 : 0))])
    expect(route.max_grade_percent).toBeLessThan(0.5)
  })

  test('are limited by the cap', () => {
    const steep = leg(2_000, (x) => x * 0.6)
    const { route } = analyseTerrain([steep], { intervalMeters: 30, gradeCapPercent: 35 })!
    expect(route.max_grade_percent).toBe(35)
    expect(analyse([steep]).route.max_grade_percent).toBeCloseTo(60, 1)
  })

  test('are limited to noise over 30 m on a very short line', () => {
    const { route } = analyse([{ lengthMeters: 2, spacingMeters: 30, heights: [100, 103] }])
    expect(route.max_grade_percent).toBe(10)
  })
})

describe('difficulty', () => {
  test.each([
    [1.9, 4.9, 'flat'],
    [2, 4.9, 'rolling'],
    [1.9, 5, 'rolling'],
    [3.9, 7.9, 'rolling'],
    [4, 0, 'hilly'],
    [0, 8, 'hilly'],
    [5.9, 14.9, 'hilly'],
    [6, 0, 'mountainous'],
    [0, 15, 'mountainous'],
  ])('is rated from %d percent on average and %d at most as %s', (average, maximum, difficulty) => {
    expect(classifyDifficulty(average, maximum)).toBe(difficulty)
  })
})

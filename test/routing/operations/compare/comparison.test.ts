import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ComparedRoutes, compareRoutes } from '#routing/operations/compare'
import { difficulties, travelTypes } from '#routing/schemas'

interface Figures {
  distance_meters: number
  duration_seconds: number
  ascent?: number
  difficulty?: (typeof difficulties)[number]
}

/** A Route with only the fields that a comparison reads. */
function routeOf({ ascent, difficulty, ...totals }: Figures) {
  const terrain = ascent === undefined ? null : { total_ascent_meters: ascent, difficulty }
  return { ...totals, terrain }
}

const compared = (routes: Partial<Record<string, Figures>>) =>
  compareRoutes(
    Object.fromEntries(
      Object.entries(routes).map(([travel, figures]) => [travel, routeOf(figures!)]),
    ) as unknown as ComparedRoutes,
    [],
  )

const car = { distance_meters: 10_000, duration_seconds: 600, ascent: 100 }
const walk = { distance_meters: 8_000, duration_seconds: 6_000, ascent: 300 }

describe('a comparison', () => {
  test('ranks ease by difficulty first, whatever the ascent', () => {
    const { easiest } = compared({
      auto: { ...car, difficulty: 'hilly' },
      pedestrian: { ...walk, difficulty: 'rolling' },
    })
    expect(easiest).toBe('pedestrian')
  })

  test('ranks equal difficulties by ascent per kilometre', () => {
    const { easiest } = compared({
      bicycle: { distance_meters: 4_000, duration_seconds: 900, ascent: 90, difficulty: 'flat' },
      auto: { ...car, difficulty: 'flat' },
    })
    expect(easiest).toBe('auto')
  })

  test('ranks equal ascents per kilometre by total ascent', () => {
    const { easiest } = compared({
      bicycle: { distance_meters: 20_000, duration_seconds: 900, ascent: 200, difficulty: 'flat' },
      auto: { ...car, difficulty: 'flat' },
    })
    expect(easiest).toBe('auto')
  })

  test('breaks ties of duration by distance, of distance by duration, of both by order', () => {
    const near = { distance_meters: 100, duration_seconds: 60 }
    const far = { distance_meters: 200, duration_seconds: 60 }
    const slow = { distance_meters: 100, duration_seconds: 90 }
    expect(compared({ auto: far, bus: near }).fastest).toBe('bus')
    expect(compared({ auto: slow, bus: near }).shortest).toBe('bus')
    expect(compared({ truck: near, auto: near })).toMatchObject({
      fastest: 'truck',
      shortest: 'truck',
    })
  })

  test('has no easiest route and no ascent in its summary without elevation', () => {
    const { ascent: _, ...flatCar } = car
    const { ascent: __, ...flatWalk } = walk
    const { easiest, summary } = compared({ auto: flatCar, pedestrian: flatWalk })
    expect(easiest).toBeNull()
    expect(summary).toBe(
      'Going by car is fastest: 10.0 km in 10 min; going on foot is shortest: 8.0 km in 1 h 40 min.',
    )
  })

  test('summarises all routes in one sentence', () => {
    const { summary } = compared({
      auto: { ...car, difficulty: 'flat' },
      pedestrian: { ...walk, difficulty: 'rolling' },
      bicycle: {
        distance_meters: 9_960,
        duration_seconds: 3_590,
        ascent: 1_234.5,
        difficulty: 'hilly',
      },
    })
    expect(summary).toBe(
      'Going by car is fastest and easiest: 10.0 km in 10 min with 100 m of ascent (flat); ' +
        'going on foot is shortest: 8.0 km in 1 h 40 min with 300 m of ascent (rolling); ' +
        'going by bicycle is 10.0 km in 1 h with 1,235 m of ascent (hilly).',
    )
  })

  test.each([
    [0, 0, '0 m in 0 s'],
    [999.4, 59, '999 m in 59 s'],
    [999.6, 60, '1.0 km in 1 min'],
    [1_234_567, 100_000, '1,234.6 km in 27 h 47 min'],
  ])('writes %d m and %d s as %s', (distance_meters, duration_seconds, text) => {
    const { summary } = compared({ auto: { distance_meters, duration_seconds } })
    expect(summary).toBe(`Going by car is ${text}.`)
  })

  test('names leaders that no other route beats', () => {
    const figures = fc.record({
      distance_meters: fc.integer({ min: 0, max: 20 }),
      duration_seconds: fc.integer({ min: 0, max: 20 }),
      ascent: fc.integer({ min: 0, max: 20 }),
      difficulty: fc.constantFrom(...difficulties),
    })
    const routes = fc
      .uniqueArray(fc.tuple(fc.constantFrom(...travelTypes), figures), {
        minLength: 1,
        selector: ([travel]) => travel,
      })
      .map((entries) => Object.fromEntries(entries))
    fc.assert(
      fc.property(routes, (given) => {
        const { fastest, shortest, easiest } = compared(given)
        for (const other of Object.values(given)) {
          expect(other.duration_seconds).toBeGreaterThanOrEqual(given[fastest]!.duration_seconds)
          expect(other.distance_meters).toBeGreaterThanOrEqual(given[shortest]!.distance_meters)
          expect(difficulties.indexOf(other.difficulty)).toBeGreaterThanOrEqual(
            difficulties.indexOf(given[easiest!]!.difficulty),
          )
        }
      }),
    )
  })
})

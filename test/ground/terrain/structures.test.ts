import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyseTerrain } from '#ground/terrain'
import { leg } from './roads.ts'

/** A ridge of 800 m over the middle two kilometres of six. */
const ridge = (x: number) => 1_000 + 800 * Math.max(0, 1 - Math.abs(x - 3_000) / 1_000)

describe('a tunnel', () => {
  test('adds no ascent when it leads through a ridge', () => {
    const road = leg(6_000, ridge)
    const over = analyseTerrain([road], { intervalMeters: 30 })!.route
    expect(over.total_ascent_meters).toBeGreaterThan(700)
    const through = analyseTerrain([road], {
      intervalMeters: 30,
      structures: [{ fromMeters: 2_000, toMeters: 4_000 }],
    })!.route
    expect(through.total_ascent_meters).toBe(0)
    expect(through.max_elevation_meters).toBe(1_000)
    expect(through.difficulty).toBe('flat')
  })

  test('counts as a single run in several pieces, widened by 30 m', () => {
    const portals = (x: number) => (x > 1_975 && x < 4_025 ? ridge(x) + 40 : 1_000)
    const through = analyseTerrain([leg(6_000, portals)], {
      intervalMeters: 30,
      structures: [
        { fromMeters: 3_050, toMeters: 4_000 },
        { fromMeters: 2_000, toMeters: 3_000 },
      ],
    })!.route
    expect(through.total_ascent_meters).toBe(0)
  })

  test('adds no ascent to either leg when it crosses their border', () => {
    const { route, legs } = analyseTerrain(
      [leg(3_000, ridge), leg(3_000, (x) => ridge(3_000 + x))],
      {
        intervalMeters: 30,
        structures: [
          { fromMeters: 2_000, toMeters: 3_000 },
          { fromMeters: 3_000, toMeters: 4_000 },
        ],
      },
    )!
    expect([route, ...legs].map((part) => part.total_ascent_meters)).toEqual([0, 0, 0])
  })
})

describe('a bridge', () => {
  test('is straight from side to side over a valley', () => {
    const valley = (x: number) => (x > 900 && x < 1_500 ? 100 : 200 + x / 50)
    const { route } = analyseTerrain([leg(2_400, valley)], {
      intervalMeters: 30,
      structures: [{ fromMeters: 900, toMeters: 1_500 }],
    })!
    expect(route.total_descent_meters).toBe(0)
    for (const { distance_meters, elevation_meters } of route.elevation_profile) {
      expect(elevation_meters).toBeCloseTo(200 + distance_meters / 50, 0)
    }
  })

  test('is straight up to the start or the end of a route', () => {
    const { route } = analyseTerrain([leg(1_000, (x) => (x > 100 && x < 800 ? 500 : 100))], {
      intervalMeters: 30,
      structures: [
        { fromMeters: 0, toMeters: 500 },
        { fromMeters: 500, toMeters: 1_000 },
      ],
    })!
    expect(route.total_ascent_meters).toBe(0)
  })
})

test('structures never raise a profile above its heights', () => {
  const span = fc
    .tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 3_000 }))
    .map(([a, b]) => ({ fromMeters: Math.min(a, b), toMeters: Math.max(a, b) }))
  const road = leg(3_000, (x) => 500 + 100 * Math.sin(x / 170))
  const plain = analyseTerrain([road], { intervalMeters: 30 })!.route
  fc.assert(
    fc.property(fc.array(span, { maxLength: 5 }), (structures) => {
      const { route } = analyseTerrain([road], { intervalMeters: 30, structures })!
      expect(route.max_elevation_meters).toBeLessThanOrEqual(plain.max_elevation_meters)
      expect(route.min_elevation_meters).toBeGreaterThanOrEqual(plain.min_elevation_meters)
    }),
  )
})

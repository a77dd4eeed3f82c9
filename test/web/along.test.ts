import { describe, expect, test } from 'vitest'
import { distanceMeters } from '#ground/geo'
import { AlongLine } from '../../web/page/map/along.ts'
import { findProfile, measurePart } from '../../web/page/panel/profile-data.ts'

/** An L: about 1 km to the north, then about 1 km to the east. */
const line = [
  [7, 46],
  [7, 46.01],
  [7.01, 46.01],
] as const
const along = new AlongLine(line)
const [first = 0, second = 0] = [along.meters[1], along.meters[2]]

describe('a line', () => {
  test('is measured on the ground', () => {
    expect(first).toBeCloseTo(distanceMeters({ lat: 46, lon: 7 }, { lat: 46.01, lon: 7 }), 6)
    expect(along.lengthMeters).toBe(second)
  })

  test('returns the point at a distance, and its ends for distances before the start and after the end', () => {
    expect(along.at(first / 2)![1]).toBeCloseTo(46.005, 6)
    expect(along.at(-5)).toEqual([7, 46])
    expect(along.at(1e9)).toEqual([7.01, 46.01])
  })

  test('returns a part with the corners inside it', () => {
    const part = along.slice(first / 2, (first + second) / 2)
    expect(part).toHaveLength(3)
    expect(part[1]).toEqual([7, 46.01])
  })

  test('finds the point nearest to a position, and the distance to it', () => {
    const { meters, awayMeters } = along.findNearest([7.001, 46.005])
    expect(meters).toBeCloseTo(first / 2, 0)
    expect(awayMeters).toBeGreaterThan(70)
    expect(awayMeters).toBeLessThan(80)
  })
})

describe('a profile', () => {
  const elevation_profile = [0, 1, 2, 3, 4].map((i) => ({
    distance_meters: (i * along.lengthMeters) / 4,
    elevation_meters: [100, 150, 120, 180, 180][i]!,
  }))
  const route = { distance_meters: along.lengthMeters, terrain: { elevation_profile } }

  test('belongs to the route that is drawn', () => {
    const other = { distance_meters: 9 * along.lengthMeters, terrain: { elevation_profile: [] } }
    expect(findProfile({ route: other, alternates: [route] }, line)).toMatchObject({
      heights: [100, 150, 120, 180, 180],
      lowest: 100,
      highest: 180,
      scale: 1,
    })
    expect(findProfile({ route: { ...route, terrain: null } }, line)).toBeUndefined()
  })

  test('measures climb, descent and grade of a part', () => {
    const part = measurePart(findProfile({ route }, line)!, {
      fromMeters: 0,
      toMeters: along.lengthMeters,
    })
    expect(part).toMatchObject({ ascentMeters: 110, descentMeters: 30 })
    expect(part.gradePercent).toBeCloseTo((100 * 80) / along.lengthMeters, 6)
  })
})

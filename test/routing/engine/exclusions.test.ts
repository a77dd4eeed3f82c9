import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PointInRings } from '#ground/geo'
import { makeEngineExclusions, makePolygonFinder } from '#routing/engine'
import { RouteRequest } from '#routing/schemas'
import { runs } from '../../setup/suite.ts'

type Ring = [number, number][]

const locations = [
  { lat: 42.5, lon: 1.5 },
  { lat: 42.6, lon: 1.6 },
]

/** A star around a center, with corners between two radii. */
const star = (center: [number, number], min: number, max: number) =>
  fc
    .array(fc.double({ min, max, noNaN: true }), { minLength: 3, maxLength: 12 })
    .map((radii): Ring => {
      const corners = radii.map((radius, i): [number, number] => {
        const angle = (2 * Math.PI * i) / radii.length
        return [center[0] + radius * Math.cos(angle), center[1] + radius * Math.sin(angle)]
      })
      return [...corners, corners[0]!]
    })

describe('a polygon for the engine', () => {
  test('has one ring, around the same points as the polygon with its holes', () => {
    const hole = fc
      .tuple(
        fc.double({ min: -0.2, max: 0.2, noNaN: true }),
        fc.double({ min: -0.2, max: 0.2, noNaN: true }),
      )
      .chain((center) => star(center, 0.01, 0.15))
    // Holes may overlap in this property only if both are joined: two that are far apart never do.
    const holes = fc.tuple(
      star([-0.4, 0], 0.01, 0.15),
      star([0.4, 0.1], 0.01, 0.15),
      hole.filter((ring) => ring.every(([lon]) => Math.abs(lon) < 0.24)),
    )
    const point = fc.tuple(
      fc.double({ min: -1.2, max: 1.2, noNaN: true }),
      fc.double({ min: -1.2, max: 1.2, noNaN: true }),
    )
    const outline: Ring = [
      [-1, -1],
      [1, -1],
      [1.1, 0],
      [1, 1],
      [-1, 1],
      [-1, -1],
    ]
    fc.assert(
      fc.property(holes, point, (inner, [lon, lat]) => {
        const polygon = { type: 'Polygon' as const, coordinates: [outline, ...inner] }
        const costing = makeEngineExclusions({ exclude_polygons: [polygon] })
        const expected = new PointInRings(polygon.coordinates.map((ring) => ring.flat())).has(
          lon,
          lat,
        )
        expect(makePolygonFinder(costing)({ lat, lon }) === 0).toBe(expected)
      }),
      { numRuns: runs(2_000) },
    )
  })

  test('is simplified by at most 5 m when it has many positions', () => {
    const circle = Array.from({ length: 500 }, (_, i): [number, number] => {
      const angle = (2 * Math.PI * (i % 499)) / 499
      return [0.08 * Math.cos(angle), 0.08 * Math.sin(angle)]
    })
    const { exclude_polygons } = makeEngineExclusions({
      exclude_polygons: [{ type: 'Polygon', coordinates: [circle] }],
    })
    const [ring] = exclude_polygons!
    expect(ring!.length).toBeLessThan(150)
    expect(ring!.at(-1)).toEqual(ring![0])
    // The middle of a side is nearest to the center.
    for (const [i, [lon, lat]] of ring!.slice(1).entries()) {
      const [lonBefore, latBefore] = ring![i]!
      const radius = Math.hypot((lon + lonBefore) / 2, (lat + latBefore) / 2)
      expect((0.08 - radius) * 111_195).toBeLessThan(5.1)
    }
  })

  test('ignores a hole outside its outline', () => {
    const box = (lon: number): Ring => [
      [lon, 0],
      [lon + 1, 0],
      [lon + 1, 1],
      [lon, 0],
    ]
    const coordinates = [box(0), box(5)]
    const { exclude_polygons } = makeEngineExclusions({
      exclude_polygons: [{ type: 'Polygon', coordinates }],
    })
    expect(exclude_polygons).toEqual([box(0)])
  })
})

describe('a request', () => {
  const triangle = (size: number) => [
    [1.5, 42.5],
    [1.5 + size, 42.5],
    [1.5, 42.5 + size],
    [1.5, 42.5],
  ]
  const issuesOf = (more: object) =>
    RouteRequest.safeParse({ locations, ...more }).error?.issues.map(
      ({ path, message }) => `${path.join('.')} ${message}`,
    )
  const polygon = (...coordinates: unknown[]) => ({ type: 'Polygon', coordinates })

  test('may exclude 10 polygons of 1,000 positions and 10,000 km2 together, and 50 locations', () => {
    const accepted = {
      exclude_polygons: Array(10).fill(polygon(triangle(0.4))),
      exclude_locations: Array(50).fill(locations[0]),
    }
    expect(issuesOf(accepted)).toBe(undefined)
    expect(issuesOf({ exclude_locations: Array(51).fill(locations[0]) })).toHaveLength(1)
    expect(issuesOf({ exclude_polygons: Array(11).fill(polygon(triangle(0.1))) })).toHaveLength(1)
    const long = [...Array(1_000).fill([1.5, 42.5]), [1.5, 42.5]]
    expect(issuesOf({ exclude_polygons: [polygon(long)] })).toEqual([
      'exclude_polygons must have at most 1,000 positions together; they have 1,001',
    ])
    expect(issuesOf({ exclude_polygons: [polygon(triangle(1.5))] })).toEqual([
      expect.stringMatching(
        /^exclude_polygons must cover at most 10,000 km2 together; they cover 10,/,
      ),
    ])
  })

  test.each([
    [
      'a ring that is not closed',
      polygon(
        triangle(0.1)
          .slice(0, 3)
          .concat([[1.4, 42.4]]),
      ),
    ],
    ['a ring of three positions', polygon([triangle(0.1)[0], triangle(0.1)[1], triangle(0.1)[0]])],
    [
      'latitude first beyond the pole',
      polygon(triangle(0.1).map(([lon, lat]) => [lat, lon! + 90])),
    ],
    ['a position with text', polygon([...triangle(0.1).slice(0, 3), ['1.5', 42.5]])],
    ['another geometry', { type: 'MultiPolygon', coordinates: [[triangle(0.1)]] }],
    ['no ring', polygon()],
  ])('is refused with %s', (_, excluded) => {
    expect(issuesOf({ exclude_polygons: [excluded] })![0]).toMatch(/^exclude_polygons\.0/)
  })
})

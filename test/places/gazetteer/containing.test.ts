import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LatLon } from '#ground/geo'
import type { AreaShape, AreaType, SourcePlace } from '#places/gazetteer'
import { cutIntoBands } from '#places/gazetteer'
import { runs } from '../../setup/suite.ts'
import { madePlace, packOfPlaces } from './made-places.ts'

const indexed = (places: readonly SourcePlace[]) => places.map((place) => ({ place, terms: [] }))

/** Returns a closed ring around a centre, with corners at pseudo-random radii. */
function ring(
  middle: LatLon,
  radius: number,
  corners: number,
  seed: number,
  roughness = 0.5,
): LatLon[] {
  let state = seed
  const positions = Array.from({ length: corners }, (_, i) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const reach = radius * (1 - (roughness * state) / 2 ** 32)
    const angle = (2 * Math.PI * i) / corners
    return {
      lat: Math.round((middle.lat + reach * Math.sin(angle)) * 1e6) / 1e6,
      lon: Math.round((middle.lon + reach * Math.cos(angle)) * 1e6) / 1e6,
    }
  })
  return [...positions, positions[0]!]
}

/** Casts a ray ring by ring: the point is inside an outer ring and outside its holes. */
function holds(shape: AreaShape, { lat, lon }: LatLon): boolean {
  const inRing = (positions: readonly LatLon[]) => {
    let inside = false
    for (let i = 0, j = positions.length - 1; i < positions.length; j = i++) {
      const [a, b] = [positions[i]!, positions[j]!]
      const passes = a.lat > lat !== b.lat > lat
      if (passes && lon < ((b.lon - a.lon) * (lat - a.lat)) / (b.lat - a.lat) + a.lon) {
        inside = !inside
      }
    }
    return inside
  }
  return shape.some(([outer, ...holes]) => inRing(outer!) && !holes.some(inRing))
}

const shapes = fc
  .record({
    middle: fc.record({
      lat: fc.double({ min: -2, max: 2, noNaN: true }),
      lon: fc.double({ min: -2, max: 2, noNaN: true }),
    }),
    radius: fc.constantFrom(0.05, 0.5, 2),
    corners: fc.constantFrom(3, 12, 300, 4000),
    hole: fc.boolean(),
    second: fc.boolean(),
    seed: fc.nat(),
  })
  .map(({ middle, radius, corners, hole, second, seed }): AreaShape => {
    const outer = ring(middle, radius, corners, seed)
    const inner = ring(middle, radius * 0.3, 24, seed + 1)
    const island = ring({ lat: middle.lat, lon: middle.lon + 3 * radius }, radius, 24, seed + 2)
    return [hole && corners > 3 ? [outer, inner] : [outer], ...(second ? [[island]] : [])]
  })

const points = fc.record({
  lat: fc.double({ min: -4, max: 4, noNaN: true }),
  lon: fc.double({ min: -4, max: 4, noNaN: true }),
})

test('finds a point in the areas whose shape contains it, smallest first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(shapes, { minLength: 1, maxLength: 12 }),
      fc.array(points, { minLength: 20, maxLength: 40 }),
      async (list, points) => {
        const types: AreaType[] = ['country', 'region', 'locality']
        const places = list.map((shape, i) =>
          madePlace({ id: `osm:relation/${i}`, type: types[i % 3]!, ...shape[0]![0]![0]!, shape }),
        )
        const pack = await packOfPlaces(indexed(places))
        const size = new Map(places.map(({ id, shape }) => [id, squareDegrees(shape!)]))
        for (const point of points) {
          const found = (await pack.containing(point)).map(({ id }) => id)
          const expected = places.filter(({ shape }) => holds(shape!, point)).map(({ id }) => id)
          expect([...found].sort()).toEqual(expected.sort())
          for (let i = 1; i < found.length; i++) {
            // Near the equator, areas on the sphere and on the plane differ by a few per cent.
            expect(size.get(found[i - 1]!)!).toBeLessThan(1.01 * size.get(found[i]!)!)
          }
        }
      },
    ),
    { numRuns: runs(20) },
  )
})

function squareDegrees(shape: AreaShape): number {
  const ofRing = (positions: readonly LatLon[]) => {
    let sum = 0
    for (let i = 1; i < positions.length; i++) {
      const [a, b] = [positions[i - 1]!, positions[i]!]
      sum += (b.lon - a.lon) * (a.lat + b.lat)
    }
    return Math.abs(sum / 2)
  }
  return shape
    .flatMap((polygon) => polygon.map((ring, i) => (i === 0 ? 1 : -1) * ofRing(ring)))
    .reduce((sum, part) => sum + part, 0)
}

test('finds points at the edges of squares in the right band', async () => {
  const places = [0, 1].map((row) => {
    const [south, north] = [row, row + 1]
    const shape = [
      [
        [
          { lat: south, lon: 0 },
          { lat: south, lon: 1 },
          { lat: north, lon: 1 },
          { lat: north, lon: 0 },
          { lat: south, lon: 0 },
        ],
      ],
    ]
    return madePlace({ id: `osm:relation/${row}`, type: 'region', lat: south, lon: 0, shape })
  })
  const pack = await packOfPlaces(indexed(places))
  for (const lat of [0.000001, 0.5, 0.999999, 1, 1.5, 1.999999]) {
    const found = await pack.containing({ lat, lon: 0.5 })
    expect(found.map(({ id }) => id)).toEqual([`osm:relation/${lat < 1 ? 0 : 1}`])
  }
})

test('cuts a long border into small bands', () => {
  const shape = [[ring({ lat: 45, lon: 5 }, 3, 100_000, 1, 0.001)]]
  const bands = cutIntoBands(shape)
  expect(bands.length).toBeGreaterThan(50)
  const sizes = bands.map(({ bytes }) => bytes.length)
  expect(Math.max(...sizes)).toBeLessThan(32 * 1024)
})

test('a shape without a ring contains nothing', async () => {
  const place = madePlace({ id: 'osm:relation/1', type: 'region', shape: [] })
  const flat = madePlace({ id: 'osm:relation/2', type: 'region', shape: [[[{ lat: 0, lon: 0 }]]] })
  const pack = await packOfPlaces(indexed([place, flat]))
  expect(await pack.containing({ lat: 0, lon: 0 })).toEqual([])
})

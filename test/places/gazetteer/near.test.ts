import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceMeters, type LatLon } from '#ground/geo'
import type { IndexedPlace, PlaceType, SourcePlace } from '#places/gazetteer'
import { fold } from '#places/text'
import { runs } from '../../setup/suite.ts'
import { madePlace, packOfPlaces } from './made-places.ts'

const indexed = (places: readonly SourcePlace[]): IndexedPlace[] =>
  places.map((place) => ({ place, terms: [] }))

const degrees = (max: number, scale: number) =>
  fc.integer({ min: -max * scale, max: max * scale }).map((value) => value / scale)

/** An ordinary point, the antimeridian and the poles. */
const middles = fc.constantFrom<LatLon>(
  { lat: 42.5, lon: 1.5 },
  { lat: 0, lon: 180 },
  { lat: -17, lon: -179.999 },
  { lat: 89.999, lon: 30 },
  { lat: -90, lon: 0 },
  { lat: 90, lon: 180 },
)

const around = (middle: LatLon, spread: number) =>
  fc.tuple(degrees(1, 1e6), degrees(1, 1e6)).map(([north, east]) => {
    const lat = Math.min(90, Math.max(-90, middle.lat + north * spread))
    const lon = middle.lon + (east * spread) / Math.max(0.01, Math.cos((lat * Math.PI) / 180))
    const wrapped = lon - 360 * Math.round(lon / 360)
    return { lat: Math.round(lat * 1e6) / 1e6, lon: Math.round(wrapped * 1e6) / 1e6 }
  })

interface Scene {
  at: LatLon
  places: SourcePlace[]
  radiusMeters: number
  limit: number
}

const scenes: fc.Arbitrary<Scene> = fc
  .tuple(middles, fc.constantFrom(0.001, 0.1, 3), fc.constantFrom(30, 700))
  .chain(([middle, spread, maxLength]) =>
    fc.record({
      at: around(middle, spread),
      radiusMeters: fc.constantFrom(500, 20_000, 1_000_000),
      limit: fc.integer({ min: 1, max: 30 }),
      places: fc
        .array(
          fc.record({
            type: fc.constantFrom<PlaceType>('venue', 'street', 'locality', 'address'),
            at: around(middle, spread),
            categories: fc.subarray(['cafe', 'peak', 'hotel']),
            houses: fc.array(around(middle, spread), { maxLength: 4 }),
          }),
          { minLength: 1, maxLength, size: 'max' },
        )
        .map((list) =>
          list.map(({ type, at, categories, houses }, i) =>
            madePlace({
              id: `osm:node/${i}`,
              type,
              ...at,
              categories,
              houses: houses.map((house, n) => ({
                id: `osm:way/${i}/${n}`,
                number: `${n}`,
                ...house,
              })),
            }),
          ),
        ),
    }),
  )

/** Finds everything within the radius by exhaustive search. */
function naive(
  { at, places, radiusMeters }: Scene,
  types: readonly PlaceType[],
  categories?: readonly string[],
) {
  const all = places.flatMap((place) => {
    const own = { id: place.id, meters: distanceMeters(at, place) }
    const listed =
      types.includes(place.type) &&
      (!categories || place.categories.some((category) => categories.includes(category)))
    const houses = (place.houses ?? []).map((house) => ({
      id: house.id,
      meters: distanceMeters(at, house),
    }))
    return [...(listed ? [own] : []), ...(types.includes('address') && !categories ? houses : [])]
  })
  return all.filter(({ meters }) => meters <= radiusMeters).sort((a, b) => a.meters - b.meters)
}

test('near finds the nearest places and houses everywhere on Earth', async () => {
  await fc.assert(
    fc.asyncProperty(
      scenes,
      fc.subarray<PlaceType>(['venue', 'street', 'address'], { minLength: 1 }),
      fc.option(fc.subarray(['cafe', 'peak', 'museum'], { minLength: 1 }), { nil: undefined }),
      async (scene, types, categories) => {
        const pack = await packOfPlaces(indexed(scene.places))
        const { at, radiusMeters, limit } = scene
        const options = { radiusMeters, limit, types, ...(categories && { categories }) }
        const found = await pack.near(at, options)
        const expected = naive(scene, types, categories)
        expect(found).toHaveLength(Math.min(limit, expected.length))
        const byId = new Map(expected.map(({ id, meters }) => [id, meters]))
        for (const [i, { place, house, at: where, distanceMeters: meters }] of found.entries()) {
          expect(meters).toBeCloseTo(expected[i]!.meters, 3)
          expect(meters).toBeCloseTo(byId.get(house?.id ?? place.id)!, 3)
          const { lat, lon } = house ?? place
          expect(where).toEqual({ lat, lon })
        }
        const ids = found.map(({ place, house }) => house?.id ?? place.id)
        expect(new Set(ids).size).toBe(ids.length)

        const housesWithinMeters = radiusMeters / 2
        const withHouses = await pack.near(at, { ...options, housesWithinMeters })
        // Several places may share the distance of the last; any of them may be within the limit.
        const nearest = withHouses.slice(0, limit).map((near) => near.distanceMeters)
        expect(nearest).toEqual(found.map((near) => near.distanceMeters))
        for (const other of withHouses.slice(limit)) {
          expect(other.house).toBeDefined()
          expect(other.distanceMeters).toBeLessThanOrEqual(housesWithinMeters)
        }
        // Beyond the limit, `near` returns at most a hundred houses, the nearest.
        if (withHouses.length - limit >= 100) return
        const given = new Set(withHouses.map(({ house }) => house?.id))
        const houses = expected.filter(({ id }) => id.startsWith('osm:way/'))
        const around = houses.filter(({ meters }) => meters < housesWithinMeters - 0.01)
        for (const { id } of around) expect(given).toContain(id)
      },
    ),
    { numRuns: runs(40) },
  )
})

test('docIdsNear finds the nearest places with a word of the prefix, without reading a place', async () => {
  const names = [
    'Rue du Grand Pré',
    'Grange',
    'Café Gråsten',
    'École',
    'Ourthe',
    '',
    '中央公園',
    'Groß',
  ]
  await fc.assert(
    fc.asyncProperty(
      scenes,
      fc.constantFrom('g', 'gr', 'gra', 'gran', 'grange', 'cafe', 'pre', 'e', '中央', 'x'),
      async (scene, beginning) => {
        const { at, radiusMeters, limit } = scene
        const places = scene.places.map((place, i) => ({
          ...place,
          name: names[i % names.length]!,
        }))
        const pack = await packOfPlaces(indexed(places))
        const types = ['venue', 'street', 'locality'] as const
        const docIds = await pack.docIdsNear(at, {
          radiusMeters,
          maxPlaces: limit,
          types,
          prefix: beginning,
        })
        const around = await pack.near(at, { radiusMeters, limit, types })
        const known = [...beginning].slice(0, 3).join('')
        const expected = around
          .filter(({ place }) => ` ${fold(place.name)}`.includes(` ${known}`))
          .map(({ place }) => place.docId)
        expect(docIds).toEqual(expected)
      },
    ),
    { numRuns: runs(40) },
  )
})

/** Returns the minimum distance to a line in meters, by sampling it densely. */
function metersToCourse(at: LatLon, line: readonly LatLon[]): number {
  let minMeters = Number.POSITIVE_INFINITY
  for (const [i, to] of line.entries()) {
    const from = line[i - 1] ?? to
    const east = to.lon - from.lon - 360 * Math.round((to.lon - from.lon) / 360)
    for (let step = 0; step <= 50; step++) {
      const lat = from.lat + (step / 50) * (to.lat - from.lat)
      const lon = from.lon + (step / 50) * east
      minMeters = Math.min(minMeters, distanceMeters(at, { lat, lon }))
    }
  }
  return minMeters
}

test('the distance of a street is the distance of the nearest point of its line', async () => {
  const lines = middles.chain((middle) =>
    fc.record({
      at: around(middle, 0.01),
      streets: fc.array(
        fc.array(fc.array(around(middle, 0.01), { minLength: 1, maxLength: 40 }), {
          minLength: 1,
          maxLength: 2,
        }),
        { minLength: 1, maxLength: 5 },
      ),
    }),
  )
  await fc.assert(
    fc.asyncProperty(lines, async ({ at, streets }) => {
      // Near the poles, a line that is straight on the map is curved on the ground.
      fc.pre(Math.abs(at.lat) < 85)
      const places = streets.map((lines, i) =>
        madePlace({ id: `osm:way/${i}`, type: 'street', ...lines[0]![0]!, lines }),
      )
      const pack = await packOfPlaces(indexed(places))
      const found = await pack.near(at, { radiusMeters: 1e7, limit: 10, types: ['street'] })
      expect(found).toHaveLength(streets.length)
      for (const { place, at: where, distanceMeters: meters } of found) {
        const walked = Math.min(...place.lines!.map((line) => metersToCourse(at, line)))
        // The nearest piece is chosen on the sphere, where distances differ by 0.7 % from the ellipsoid.
        expect(meters).toBeLessThanOrEqual(1.007 * walked + 0.2)
        expect(meters).toBeGreaterThan(0.8 * walked - 60)
        expect(distanceMeters(at, where)).toBeCloseTo(meters, 3)
      }
    }),
    { numRuns: runs(30) },
  )
})

test('near omits intersections but finds their streets', async () => {
  const line = [
    { lat: 1, lon: 1 },
    { lat: 1, lon: 1.01 },
  ]
  const pack = await packOfPlaces(
    indexed([
      madePlace({ id: 'osm:way/1', type: 'street', lat: 1, lon: 1.005, lines: [line] }),
      madePlace({ id: 'osm:node/2', type: 'street', lat: 1, lon: 1.01, intersection: true }),
    ]),
  )
  const found = await pack.near(
    { lat: 1.0001, lon: 1.01 },
    { radiusMeters: 1000, limit: 5, types: ['street'] },
  )
  expect(found.map(({ place }) => place.id)).toEqual(['osm:way/1'])
  expect(found[0]!.at).toEqual({ lat: 1, lon: 1.01 })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Place } from '../../lib/gazetteer/index.ts'
import { distanceMeters, type LatLon } from '../../lib/geo/index.ts'
import { type SearchScope, withoutDuplicates } from '../../lib/geocoding/index.ts'
import { allPlaces } from '../fixtures/places.ts'
import { seeded } from '../fixtures/random.ts'
import { runs } from '../setup/suite.ts'
import { asking, first, ids } from './asking.ts'
import { searchResult } from './places-made-up.ts'
import { gazetteerOf, type Sketch, towns } from './small-gazetteer.ts'

const middle = { lat: 45.1, lon: 5.1 }
const random = seeded(14)
/** Most lie near the middle of Brumeville, where some have a twin beside them. */
const pharmacies: Sketch[] = Array.from({ length: 400 }, (_, i) => {
  const [north, east] = [random() - 0.5, random() - 0.5].map((share) => 4 * share ** 3)
  return {
    id: `pharmacy${i}`,
    type: 'venue',
    name: `Pharmacie ${Math.floor(i / 2)}`,
    categories: ['pharmacy'],
    countryCode: random() < 0.1 ? 'CHE' : 'FRA',
    lat: middle.lat + north!,
    lon: middle.lon + east!,
    parents: Math.hypot(north!, east!) < 0.05 ? ['brume', 'region', 'country'] : ['country'],
  }
})
const coast = { lat: 41.4, lon: 2.2 }
const onCoast: Sketch[] = Array.from({ length: 600 }, (_, i) => ({
  id: `coast${i}`,
  type: 'venue',
  name: `Pharmacie de la Plage ${i}`,
  categories: ['pharmacy'],
  lat: coast.lat + 0.1 * random(),
  lon: coast.lon + 0.1 * random(),
}))
const gazetteer = await gazetteerOf([...towns, ...pharmacies, ...onCoast])
const { search } = asking(gazetteer)
const all = (await allPlaces(gazetteer)).filter(({ categories }) => categories.includes('pharmacy'))

/** All pharmacies, nearest first. */
function nearest(from: LatLon, isWanted: (place: Place) => boolean) {
  const wanted = all.filter(isWanted).map((place) => searchResult(place))
  const sorted = wanted.sort((a, b) => distanceMeters(from, a.at) - distanceMeters(from, b.at))
  return ids(withoutDuplicates(sorted))
}

const degrees = fc.double({ min: -0.3, max: 0.3, noNaN: true })
const point = fc
  .tuple(degrees, degrees)
  .map(([north, east]) => ({ lat: middle.lat + north, lon: middle.lon + east }))
const scope = fc.record({
  size: fc.integer({ min: 1, max: 10 }),
  rectangle: fc.option(
    fc.tuple(point, point).map(([a, b]) => ({
      min_lat: Math.min(a.lat, b.lat),
      max_lat: Math.max(a.lat, b.lat),
      min_lon: Math.min(a.lon, b.lon),
      max_lon: Math.max(a.lon, b.lon),
    })),
    { nil: undefined },
  ),
  circle: fc.option(
    fc
      .tuple(point, fc.double({ min: 500, max: 30_000, noNaN: true }))
      .map(([at, radiusMeters]) => ({ ...at, radiusMeters })),
    { nil: undefined },
  ),
  countries: fc.option(fc.constantFrom(['CHE'], ['FRA'], ['FRA', 'CHE']), { nil: undefined }),
})
type Filters = Pick<SearchScope, 'rectangle' | 'circle' | 'countries'>

function isAllowed({ rectangle, circle, countries }: Filters) {
  return ({ lat, lon, countryCode }: Place) =>
    (!rectangle ||
      (lat >= rectangle.min_lat &&
        lat <= rectangle.max_lat &&
        lon >= rectangle.min_lon &&
        lon <= rectangle.max_lon)) &&
    (!circle || distanceMeters(circle, { lat, lon }) <= circle.radiusMeters) &&
    (!countries || countries.includes(countryCode))
}

/** The answer begins the list, and ends early only where a wider search would begin. */
function expectBeginning(found: readonly string[], list: readonly string[], size: number) {
  expect(found).toEqual(list.slice(0, found.length))
  expect(found.length).toBeLessThanOrEqual(size)
  expect(found.length > 0).toBe(list.length > 0)
}

/** Around a focus, the first of these that has some is searched. */
const focusRadiiMeters = [10_000, 25_000, 50_000]

describe('venues of a category within filters are those of the whole list that pass them', () => {
  const near = (from: LatLon, filters: Filters, meters: number) => {
    const passes = isAllowed(filters)
    return nearest(from, (place) => passes(place) && distanceMeters(from, place) <= meters)
  }
  const ofPharmacies = (found: Awaited<ReturnType<typeof search>>) =>
    ids(found.filter(({ place }) => place.categories.includes('pharmacy')))

  it('near a focus', async () => {
    await fc.assert(
      fc.asyncProperty(point, scope, async (focus, { size, ...filters }) => {
        const found = ofPharmacies(await search('pharmacy', { ...filters, focus, size }))
        const within = (meters: number) => near(focus, filters, meters)
        const meters = focusRadiiMeters.find((radius) => within(radius).length > 0) ?? 0
        // Behind those of the radius may be others that are found by their words.
        const expected = within(meters).slice(0, size)
        expect(found.slice(0, expected.length)).toEqual(expected)
      }),
      { numRuns: runs(400) },
    )
  })

  it('near coordinates', async () => {
    await fc.assert(
      fc.asyncProperty(point, scope, async (at, { size, ...filters }) => {
        const found = await search(`pharmacy ${at.lat.toFixed(6)}, ${at.lon.toFixed(6)}`, {
          ...filters,
          size,
        })
        const list = near(at, filters, 50_000)
        if (list.length > 0) expectBeginning(ofPharmacies(found), list, size)
      }),
      { numRuns: runs(400) },
    )
  })

  it('near a place, which need not be within them', async () => {
    await fc.assert(
      fc.asyncProperty(scope, async ({ size, countries: _, ...filters }) => {
        const found = await search('pharmacy near Brumeville', { ...filters, size })
        const list = near(middle, filters, 50_000)
        if (list.length > 0) expectBeginning(ofPharmacies(found), list, size)
      }),
      { numRuns: runs(400) },
    )
  })

  it('in a place, nearest to the focus', async () => {
    await fc.assert(
      fc.asyncProperty(scope, point, async ({ size, countries: _, ...filters }, focus) => {
        const found = await search('pharmacy in Brumeville', { ...filters, focus, size })
        const passes = isAllowed(filters)
        const isInside = (place: Place) => place.parents.some(({ name }) => name === 'Brumeville')
        const list = nearest(focus, (place) => isInside(place) && passes(place))
        if (list.length > 0) expectBeginning(ofPharmacies(found), list, size)
      }),
      { numRuns: runs(400) },
    )
  })
})

describe('a category', () => {
  it('gives nothing of itself when other types are asked for', async () => {
    const focus = middle
    expect(await search('pharmacy', { focus, types: ['region'] })).toEqual([])
    expect(first(await search('pharmacy near Brumeville', { types: ['locality'] })).id).toBe(
      'brume',
    )
  })

  it('in a town far from the focus is found, however many are nearer', async () => {
    const found = await search('pharmacy in Brumeville', { focus: coast })
    expect(found).toHaveLength(5)
    for (const { place, matchType } of found) {
      expect(place.parents[0]!.name).toBe('Brumeville')
      expect(matchType).toBe('exact')
    }
  })
})

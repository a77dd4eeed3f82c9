import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceMeters, type LatLon } from '#ground/geo'
import type { Place } from '#places/gazetteer'
import { type SearchScope, withoutDuplicates } from '#places/search'
import { allPlaces } from '../../fixtures/places.ts'
import { seeded } from '../../fixtures/random.ts'
import { runs } from '../../setup/suite.ts'
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

const globe = Number.POSITIVE_INFINITY

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
        const found = await search('pharmacy', { ...filters, focus, size })
        expect(ids(found)).toEqual(near(focus, filters, globe).slice(0, size))
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
        const list = near(at, filters, filters.rectangle || filters.circle ? globe : 50_000)
        if (list.length > 0) expect(ids(found)).toEqual(list.slice(0, size))
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

describe('a list of a category', () => {
  it('is the beginning of a longer one', async () => {
    const sizes = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }))
    const text = fc.constantFrom(
      'pharmacy',
      'phramacy',
      'pharmacy in Brumeville',
      'pharmacy near me',
    )
    const focus = fc.option(point, { nil: undefined })
    await fc.assert(
      fc.asyncProperty(
        text,
        scope,
        focus,
        sizes,
        async (text, { size: _, ...filters }, at, [a, b]) => {
          const [short, long] = [Math.min(a, b), Math.max(a, b)]
          const ofSize = (size: number) =>
            search(text, { ...filters, ...(at && { focus: at }), size })
          expect(ids(await ofSize(short))).toEqual(ids(await ofSize(long)).slice(0, short))
        },
      ),
      { numRuns: runs(200) },
    )
  })
})

describe('what only has the word in its name', () => {
  const inTown = { ...middle, parents: ['brume', 'region', 'country'] }
  const others: Sketch[] = [
    { ...inTown, id: 'kiosk', type: 'venue', name: 'Kiosk by the Pharmacy', categories: ['kiosk'] },
    { ...inTown, id: 'street', type: 'street', name: 'Pharmacy Street' },
  ]
  const asked = gazetteerOf([...towns, ...pharmacies.slice(0, 12), ...others]).then(asking)

  it('is behind all places of the category, and less sure', async () => {
    const focus = fc.option(point, { nil: undefined })
    await fc.assert(
      fc.asyncProperty(focus, async (focus) => {
        const found = await (await asked).search('pharmacy', { size: 40, ...(focus && { focus }) })
        const isOf = found.map(({ place }) => place.categories.includes('pharmacy'))
        expect(isOf).toEqual(isOf.toSorted((a, b) => Number(b) - Number(a)))
        expect(ids(found).slice(-2).sort()).toEqual(['kiosk', 'street'])
        const confidences = found.map(({ confidence }) => confidence)
        expect(confidences).toEqual(confidences.toSorted((a, b) => b - a))
        expect(confidences.at(-1)).toBeLessThan(confidences[0]!)
      }),
      { numRuns: runs(40) },
    )
  })

  it('is before them if more of a name was typed than of a category with typing errors', async () => {
    const shop = (id: string, name: string, north: number): Sketch => ({
      id,
      type: 'venue',
      name,
      categories: ['mall', 'shop'],
      lat: 45.1 + north / 111.2,
      lon: 5.1,
      parents: ['brume', 'region', 'country'],
    })
    const shops = [shop('near', 'Yvette', 0.1), shop('centre', 'Centre Comercial', 0.5)]
    const { search } = asking(await gazetteerOf([...towns, ...shops]))
    const found = await search('comercial', { focus: { lat: 45.1, lon: 5.1 } })
    expect(ids(found).slice(0, 2)).toEqual(['centre', 'near'])
  })

  it('is before them if its name is the text, and the category is hardly meant', async () => {
    // Towns of the world, and words for food and lakes.
    const ofName: Sketch = { id: 'named', type: 'street', name: 'Essen' }
    const shop: Sketch = { id: 'shop', type: 'venue', name: 'Chez Luc', categories: ['restaurant'] }
    const { search } = asking(await gazetteerOf([...towns, ofName, shop]))
    expect(ids(await search('Essen'))).toEqual(['named', 'shop', 'cafe'])
  })
})

describe('a lift', () => {
  const lift = (id: string, name: string, north: number): Sketch => ({
    id,
    type: 'venue',
    name,
    categories: ['cable_car'],
    lat: 45.1 + north / 111.2,
    lon: 5.1,
    parents: ['brume', 'region', 'country'],
  })
  const asked = gazetteerOf([
    ...towns,
    lift('bottom', 'Telecabina Alta', 0),
    lift('line', 'Telecabina Alta', 1.5),
    lift('top', 'Telecabina Alta', 3),
    lift('second', 'Telecabina Baixa', 3),
    lift('elsewhere', 'Telecabina Alta', 30),
  ]).then(asking)

  it('is one result, though its line and both ends are places', async () => {
    const found = ids(await (await asked).search('telecabina'))
    expect(found).toHaveLength(3)
    expect(found).toEqual(expect.arrayContaining(['second', 'elsewhere']))
    const focus = { lat: 45.1 + 3.2 / 111.2, lon: 5.1 }
    expect(ids(await (await asked).search('telecabina', { focus }))).toEqual(
      expect.arrayContaining(['top', 'second', 'elsewhere']),
    )
    const named = await (await asked).search('Telecabina Alta', { focus })
    expect(ids(named).filter((id) => id !== 'second')).toEqual(['top', 'elsewhere'])
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

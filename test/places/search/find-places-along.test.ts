import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { distanceMeters, type LatLon, MeasuredLine } from '#ground/geo'
import { findCategoriesByName, listCategories } from '#places/categories'
import type { Gazetteer, Place } from '#places/gazetteer'
import { findPlacesAlong, tokenize } from '#places/search'
import { allPlaces, placeRegions, placesOf, quiet } from '../../fixtures/places.ts'
import { runs } from '../../setup/suite.ts'
import { asking, first, ids } from './asking.ts'
import { gazetteerOf, type Sketch, towns } from './small-gazetteer.ts'

const lineOf = (positions: readonly LatLon[]) =>
  new MeasuredLine(
    Int32Array.from(positions.flatMap(({ lat, lon }) => [lat, lon].map((value) => value * 1e6))),
  )

/** A street of bars to the east, 80 m apart, on both sides of a line by turns. */
const middle = { lat: 45.1, lon: 5.1 }
const bars: Sketch[] = Array.from({ length: 30 }, (_, i) => ({
  id: `bar${i}`,
  type: 'venue',
  name: i % 3 === 0 ? '' : `Le Zinc ${i}`,
  categories: ['bar'],
  lat: middle.lat + (i % 2 ? 1 : -1) * 0.0001 * i,
  lon: middle.lon + i * 0.001,
  parents: ['brume', 'region', 'country'],
}))
const gazetteer = await gazetteerOf([...towns, ...bars])
const { context } = asking(gazetteer)
const street = lineOf([
  { lat: 45.1, lon: 5.0995 },
  { lat: 45.1, lon: 5.1295 },
])
const along = async (query: string, halfWidthMeters = 5_000, size = 100) =>
  await findPlacesAlong(gazetteer, { query, lines: [street], halfWidthMeters, size }, context)

describe('places along a line', () => {
  it('are found by category in any language, each with its distance from the line', async () => {
    for (const query of ['bar', 'Bars', 'bares']) {
      const { results, isBounded } = await along(query)
      expect(results.length, query).toBe(30)
      expect(isBounded).toBe(false)
    }
    const { results } = await along('bar')
    for (const { place, distanceMeters } of results) {
      const off = Math.abs(place.lat - middle.lat) * 111_140
      expect(distanceMeters).toBeGreaterThan(off * 0.98 - 1)
      expect(distanceMeters).toBeLessThan(off * 1.02 + 1)
    }
  })

  it('are found by the words of their name, and both by category and name', async () => {
    expect(ids((await along('zinc 7')).results)).toEqual(['bar7'])
    expect(ids((await along('paris')).results)).toEqual(['cafe'])
    expect(ids((await along('pharmacie pont')).results)).toEqual(['pharmacy'])
  })

  it('are found despite a typo, with lower confidence', async () => {
    const found = { id: 'pharmacy', matchType: 'fuzzy', confidence: 0.98 }
    expect(first((await along('pharmcy')).results)).toEqual(found)
    expect((await along('zinck')).results.length).toBeGreaterThan(0)
  })

  it('are none beyond the half width, and none for nonsense or no words', async () => {
    expect((await along('pharmacy', 500)).results.length).toBe(1)
    expect((await along('bar', 100)).results.length).toBe(9)
    expect(await along('xyzzyq')).toEqual({ results: [], isBounded: false })
    expect(await along('!!')).toEqual({ results: [], isBounded: false })
  })

  it('are those nearest to each tenth of the line when there are more than wanted', async () => {
    const { results, isBounded } = await along('bar', 5_000, 10)
    expect(isBounded).toBe(true)
    const tenths = results.map(({ place }) => Math.floor((place.lon - 5.0995) / 0.003))
    expect(tenths.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    // Of three bars in a tenth, the first is the nearest to the line.
    expect(ids(results).sort()).toEqual(
      [0, 3, 6, 9, 12, 15, 18, 21, 24, 27].map((i) => `bar${i}`).sort(),
    )
  })
})

describe('a crowd of places', () => {
  it('is read to a bound, in three rounds, evenly along the line', async () => {
    // 4,000 bars within 2 km of the first tenth of a line, and one at its end.
    const crowd: Sketch[] = Array.from({ length: 4_000 }, (_, i) => ({
      id: `crowd${i}`,
      type: 'venue',
      name: `Bar ${i}`,
      categories: ['bar'],
      lat: 45.1 + (((i * 7919) % 4_000) / 4_000 - 0.5) * 0.03,
      lon: 5.1 + ((i % 63) / 63) * 0.03,
    }))
    const end: Sketch = {
      id: 'end',
      type: 'venue',
      name: '',
      categories: ['bar'],
      lat: 45.1,
      lon: 5.6,
    }
    const crowded = await gazetteerOf([...crowd, end])
    let read = 0
    const rounds: string[] = []
    const counting = new Proxy(crowded, {
      get(target, name) {
        const value = target[name as keyof Gazetteer] as unknown
        if (typeof value !== 'function') return value
        return (...parameters: [never, never]) => {
          if (name === 'places') read += (parameters[0] as readonly number[]).length
          if (name !== 'countBelow') rounds.push(String(name))
          return value.apply(target, parameters)
        }
      },
    })
    const lines = [
      lineOf([
        { lat: 45.1, lon: 5.1 },
        { lat: 45.1, lon: 5.6 },
      ]),
    ]
    const query = { query: 'bar', lines, halfWidthMeters: 5_000, size: 100 }
    const { results, isBounded } = await findPlacesAlong(counting, query, quiet)
    expect(isBounded).toBe(true)
    expect(results.length).toBe(100)
    expect(ids(results)).toContain('end')
    expect(read).toBeLessThanOrEqual(1_500)
    expect(rounds).toEqual(['terms', 'postings', 'places'])
  })
})

describe.each(placeRegions)('places along generated lines in %s', (region) => {
  let real: Gazetteer
  let venues: Place[]
  beforeAll(async () => {
    const found = await placesOf(region)
    if (!found) return
    real = found
    venues = (await allPlaces(real)).filter(({ type }) => type === 'venue')
  })

  /** Lines between places of the region, in up to three parts. */
  const corridor = fc.record({
    picks: fc.array(fc.nat(), { minLength: 2, maxLength: 8 }),
    parts: fc.integer({ min: 1, max: 3 }),
    halfWidthMeters: fc.constantFrom(100, 500, 2_000, 8_000),
  })
  const linesOf = ({ picks, parts }: { picks: number[]; parts: number }) => {
    const positions = picks.map((pick) => venues[pick % venues.length]!)
    const size = Math.ceil(positions.length / parts)
    return Array.from({ length: parts }, (_, i) => positions.slice(i * size, (i + 1) * size + 1))
      .filter((part) => part.length > 0)
      .map((part) => ({ part, line: lineOf(part) }))
  }

  /** Least distance from positions every few metres along the parts: no code of ours but the geodesic. */
  const metersFrom = (place: Place, parts: readonly (readonly LatLon[])[]) => {
    let least = Infinity
    for (const part of parts) {
      for (const [i, to] of part.entries()) {
        const from = part[i - 1] ?? to
        // Ternary search: the distance from a straight segment has one minimum.
        let [low, high] = [0, 1]
        const at = (share: number) =>
          distanceMeters(place, {
            lat: from.lat + share * (to.lat - from.lat),
            lon: from.lon + share * (to.lon - from.lon),
          })
        for (let step = 0; step < 40; step++) {
          const [a, b] = [low + (high - low) / 3, high - (high - low) / 3]
          if (at(a) < at(b)) high = b
          else low = a
        }
        least = Math.min(least, at(low))
      }
    }
    return least
  }

  it('are by category exactly those of a scan over all places', async (test) => {
    if (!real) return test.skip('the region is not here')
    const named = fc.constantFrom(...listCategories().flatMap(({ names }) => names.en ?? []))
    await fc.assert(
      fc.asyncProperty(corridor, named, async ({ halfWidthMeters, ...picks }, query) => {
        const parts = linesOf(picks)
        const lines = parts.map(({ line }) => line)
        const wanted = new Set(findCategoriesByName(query.toLowerCase()))
        const found = await findPlacesAlong(
          real,
          { query, lines, halfWidthMeters, size: 10_000 },
          quiet,
        )
        if (found.isBounded) return
        const foundIds = new Set(ids(found.results))
        for (const venue of venues) {
          if (!venue.categories.some((category) => wanted.has(category))) continue
          const meters = metersFrom(
            venue,
            parts.map(({ part }) => part),
          )
          // Within the 0.6 % of flat segments either answer is right.
          if (Math.abs(meters / halfWidthMeters - 1) < 0.007) continue
          expect(foundIds.has(venue.id), `${venue.id} at ${meters} m`).toBe(
            meters < halfWidthMeters,
          )
        }
        for (const { place, distanceMeters: meters } of found.results) {
          expect(place.type).toBe('venue')
          const exact = metersFrom(
            place,
            parts.map(({ part }) => part),
          )
          expect(Math.abs(meters! - exact)).toBeLessThanOrEqual(0.007 * exact + 1)
        }
      }),
      { numRuns: runs(200) },
    )
  })

  it('are by name all venues with the words within the corridor, and no others', async (test) => {
    if (!real) return test.skip('the region is not here')
    const words = [
      ...new Set(venues.flatMap(({ name }) => tokenize(name).words.map(({ text }) => text))),
    ].filter((word) => word.length > 3 && findCategoriesByName(word).length === 0)
    const hasWord = (venue: Place, word: string) =>
      tokenize(venue.name).words.some(({ text }) => text === word)
    await fc.assert(
      fc.asyncProperty(corridor, fc.constantFrom(...words), async (picked, query) => {
        const { halfWidthMeters } = picked
        const parts = linesOf(picked).map(({ part }) => part)
        const lines = linesOf(picked).map(({ line }) => line)
        const { results, isBounded } = await findPlacesAlong(
          real,
          { query, lines, halfWidthMeters, size: 10_000 },
          quiet,
        )
        if (isBounded) return
        const foundIds = new Set(ids(results))
        for (const { place } of results) {
          expect(place.type).toBe('venue')
          expect(metersFrom(place, parts)).toBeLessThan(halfWidthMeters * 1.007)
        }
        for (const venue of venues) {
          if (!hasWord(venue, query)) continue
          if (metersFrom(venue, parts) < halfWidthMeters * 0.993)
            expect(foundIds).toContain(venue.id)
        }
      }),
      { numRuns: runs(200) },
    )
  })
})

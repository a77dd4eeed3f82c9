import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Pack, Place, SourcePlace } from '#places/gazetteer'
import { compareHouseNumbers } from '#places/text'
import { runs } from '../../setup/suite.ts'
import { anyPlaces, madePlace, packOfPlaces } from './made-places.ts'

const indexed = (places: readonly SourcePlace[]) => places.map((place) => ({ place, terms: [] }))

/** Returns the places ordered by docId. */
async function byDocId(pack: Pack, places: readonly SourcePlace[]): Promise<SourcePlace[]> {
  const byId = new Map(places.map((place) => [place.id, place]))
  const read = await pack.places(places.map((_, docId) => docId))
  return read.map(({ id }) => byId.get(id)!)
}

/** Returns the expected place, without its areas. */
function expected({ houses, parents, otherAreas, shape, ...facts }: SourcePlace, docId: number) {
  return { ...facts, docId, houseCount: houses?.length ?? 0 }
}

test('reads places as they were written', async () => {
  await fc.assert(
    fc.asyncProperty(anyPlaces, async (places) => {
      const pack = await packOfPlaces(indexed(places))
      expect(pack.count).toBe(places.length)
      const ordered = await byDocId(pack, places)
      const docIds = ordered.map((_, docId) => docId)
      const read = await pack.places(docIds)
      for (const [docId, { parents, otherAreas, ...place }] of read.entries()) {
        expect(place).toStrictEqual(expected(ordered[docId]!, docId))
        expect(parents.map((parent) => ordered[parent.docId]!.id)).toEqual(ordered[docId]!.parents)
        const others = otherAreas.map((area) => ordered[area.docId]!.id)
        expect(others).toEqual(ordered[docId]!.otherAreas ?? [])
        for (const parent of [...parents, ...otherAreas]) {
          const { name, type } = ordered[parent.docId]!
          expect(parent).toMatchObject({ name, type })
        }
      }
    }),
    { numRuns: runs(30) },
  )
})

test('sorts houses by number, for any selection of places', async () => {
  await fc.assert(
    fc.asyncProperty(anyPlaces, async (places) => {
      const pack = await packOfPlaces(indexed(places))
      const ordered = await byDocId(pack, places)
      const read = await pack.places(ordered.map((_, docId) => docId))
      const lists = await pack.houses(read)
      for (const [docId, list] of lists.entries()) {
        const key = (house: object) => JSON.stringify(Object.entries(house).sort())
        const own = ordered[docId]!.houses ?? []
        expect(list.map(key).sort()).toEqual(own.map(key).sort())
        for (const [i, { number }] of list.entries()) {
          if (i > 0) expect(compareHouseNumbers(list[i - 1]!.number, number)).toBeLessThanOrEqual(0)
        }
      }
      const copies = read.map((place): Place => ({ ...place })).reverse()
      expect(await pack.houses(copies)).toEqual([...lists].reverse())
    }),
    { numRuns: runs(20) },
  )
})

test('stores names of parents in the languages of the pack, but only the local name of countries', async () => {
  const names = { en: 'Region', xx: 'Regio', fr: 'Région' }
  const places = [
    madePlace({ id: 'osm:relation/1', type: 'country', name: 'Land', names, importance: 1 }),
    madePlace({ id: 'osm:relation/2', type: 'region', name: 'Gau', names, importance: 0.9 }),
    ...Array.from({ length: 60 }, (_, i) =>
      madePlace({ id: `osm:node/${i}`, parents: ['osm:relation/2', 'osm:relation/1'] }),
    ),
  ]
  const [place] = await (await packOfPlaces(indexed(places))).places([5])
  expect(place!.parents).toEqual([
    { docId: 1, type: 'region', name: 'Gau', names: { en: 'Region', fr: 'Région' } },
    { docId: 0, type: 'country', name: 'Land', names: {} },
  ])
  const spoken = places.map((place) =>
    place.type === 'venue' && Number(place.id.slice(9)) % 5 === 0
      ? { ...place, names: { xx: 'Nimi' } }
      : place,
  )
  const [other] = await (await packOfPlaces(indexed(spoken))).places([5])
  expect(other!.parents[0]!.names).toEqual(names)
})

test('returns empty answers from an empty pack', async () => {
  const pack = await packOfPlaces([])
  expect(pack.count).toBe(0)
  expect(await pack.terms(['w:a'])).toEqual([undefined])
  expect(await pack.termsFrom('w:', 5)).toEqual({ terms: [], complete: true })
  expect(await pack.hot('w:a')).toBeUndefined()
  expect(await pack.similar('helsinki', { edits: 2, limit: 5 })).toEqual([])
  expect(await pack.similar('hels', { edits: 1, prefix: true, limit: 5 })).toEqual([])
  expect(await pack.containing({ lat: 0, lon: 0 })).toEqual([])
  const near = { radiusMeters: 1e7, limit: 5, types: ['venue'] as const }
  expect(await pack.near({ lat: 0, lon: 0 }, near)).toEqual([])
  expect(await pack.places([])).toEqual([])
})

test('refuses an unknown docId', async () => {
  const pack = await packOfPlaces(indexed([madePlace({ id: 'osm:node/1' })]))
  for (const docId of [1, -1, 64, 0.5, Number.NaN]) {
    await expect(pack.places([docId])).rejects.toThrow(RangeError)
  }
})

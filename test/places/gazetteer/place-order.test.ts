import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Place, SourcePlace } from '#places/gazetteer'
import { runs } from '../../setup/suite.ts'
import { anyPlaces, madePlace, packOfPlaces } from './made-places.ts'

async function byDocId(places: readonly SourcePlace[]): Promise<Place[]> {
  const pack = await packOfPlaces(places.map((place) => ({ place, terms: [] })))
  return await pack.places(places.map((_, docId) => docId))
}

/** Returns the importance in hundredths, rounded down. */
const stepOf = ({ importance }: Place) => Math.floor(Math.round(importance * 10_000) / 100)

test('docIds increase as importance falls, in steps of a hundredth', async () => {
  await fc.assert(
    fc.asyncProperty(anyPlaces, async (places) => {
      const steps = (await byDocId(places)).map(stepOf)
      expect(steps).toEqual(steps.toSorted((a, b) => b - a))
    }),
    { numRuns: runs(30) },
  )
})

const county = (id: number, importance: number) =>
  madePlace({ id: `osm:relation/${id}`, type: 'county', importance })
const town = (id: number, importance: number, inCounty: number) =>
  madePlace({
    id: `osm:relation/${id}`,
    type: 'locality',
    importance,
    parents: [`osm:relation/${inCounty}`],
  })
const areas = [county(1, 0.7), county(2, 0.6), town(3, 0.5, 1), town(4, 0.4, 1), town(5, 0.51, 2)]
const street = fc
  .record({
    number: fc.nat(),
    name: fc.constantFrom('Rue A', 'Rue B', 'Avenue A'),
    importance: fc.integer({ min: 1000, max: 1099 }).map((value) => value / 10_000),
    town: fc.constantFrom(3, 4, 5),
  })
  .map(({ number, town, ...facts }) => {
    const parents = [`osm:relation/${town}`, `osm:relation/${town < 5 ? 1 : 2}`]
    return madePlace({ ...facts, id: `osm:way/${number}`, type: 'street', parents })
  })
const streets = fc.uniqueArray(street, { minLength: 1, maxLength: 60, selector: ({ id }) => id })

test('the streets of a town have neighbouring docIds within a step, by name and importance', async () => {
  await fc.assert(
    fc.asyncProperty(streets, async (streets) => {
      const read = (await byDocId([...areas, ...streets])).slice(areas.length)
      const key = ({ parents, name, importance, id }: Place) => [
        // The county comes before the town; the more important of two towns comes first.
        ['osm:relation/3', 'osm:relation/4', 'osm:relation/5'].indexOf(parents[0]!.name),
        name,
        -importance,
        id,
      ]
      expect(read.map(key)).toEqual(read.map(key).sort(compareKeys))
    }),
    { numRuns: runs(50) },
  )
})

function compareKeys(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  const at = a.findIndex((value, i) => value !== b[i])
  return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1
}

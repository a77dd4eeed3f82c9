import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Gazetteer, Place } from '#places/gazetteer'
import {
  autocomplete,
  findPlaces,
  renderPlaces,
  reverse,
  type SearchResult,
  search,
  searchStructured,
} from '#places/search'
import { allPlaces, isOnMachine, placesOf, quiet } from '../../fixtures/places.ts'
import { runs } from '../../setup/suite.ts'

/** What a caller may ask about a place: its name, its position, its category, its address. */
const texts: readonly ((place: Place, number: number) => string)[] = [
  ({ name }) => name,
  ({ name }) => name.slice(0, 4),
  ({ name }) => name.split(' ')[0]!,
  ({ name }, number) => `${name} ${number}`,
  ({ lat, lon }) => `${lat.toFixed(5)}, ${lon.toFixed(5)}`,
  ({ name, lat, lon }) => `${name} ${lat.toFixed(5)}, ${lon.toFixed(5)}`,
  ({ categories }) => categories.join(' ').replaceAll('_', ' '),
  ({ categories, parents }) => `${categories[0] ?? 'hotel'} ${parents[0]?.name ?? ''}`,
]

describe.each(['demo', 'andorra'] as const)('a list of results in %s', (region) => {
  let gazetteer: Gazetteer
  let places: readonly Place[]
  beforeAll(async () => {
    if (!isOnMachine(region)) return
    gazetteer = (await placesOf(region))!
    places = await allPlaces(gazetteer)
  })

  it('has no id twice and never rises in confidence, whatever is asked', async (test) => {
    if (!isOnMachine(region)) return test.skip('the extract is not on this machine')
    const asked = fc.record({
      place: fc.nat(places.length - 1).map((docId) => places[docId]!),
      text: fc.constantFrom(...texts),
      number: fc.integer({ min: 1, max: 60 }),
      size: fc.integer({ min: 1, max: 40 }),
      isFocused: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ place, text: textOf, number, size, isFocused }) => {
        const { lat, lon, name } = place
        const text = textOf(place, number)
        const scope = { size, ...(isFocused && { focus: { lat, lon } }) }
        const near = { lat, lon }
        const lists: SearchResult[][] = [
          await search(gazetteer, { text, ...scope }, quiet),
          await autocomplete(gazetteer, { text, ...scope }, quiet),
          await reverse(gazetteer, { ...near, size, radiusMeters: 500 }, quiet),
        ]
        if (name !== '') {
          const fields = { street: name, houseNumber: `${number}` }
          lists.push(await searchStructured(gazetteer, fields, scope, quiet))
        }
        for (const list of lists) {
          expectOnce(list)
          const confidences = list.map(({ confidence }) => confidence)
          expect(confidences).toEqual(confidences.toSorted((a, b) => b - a))
        }
        expectOnce(
          await findPlaces(gazetteer, { query: text, near, radiusMeters: 5_000, size }, quiet),
        )
      }),
      { numRuns: runs(600) },
    )
  })
})

function expectOnce(results: readonly SearchResult[]) {
  const ids = renderPlaces(results).map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
}

import { describe, expect, it } from 'vitest'
import { findPlaces, placeById, renderPlace, reverse, type SearchResult } from '#places/search'
import { allPlaces, placesOf, quiet } from '../../fixtures/places.ts'
import { cases } from '../../setup/suite.ts'
import { asking } from './asking.ts'

describe.each(['demo', 'andorra', 'porto'] as const)(
  'the id of any result in %s',
  async (region) => {
    const gazetteer = await placesOf(region)
    if (!gazetteer) return it.skip(`needs the extract of ${region}`, () => {})
    const { search, complete } = asking(gazetteer)
    const places = await allPlaces(gazetteer)
    const step = Math.ceil(places.length / cases({ quick: 100, full: 600 }))
    const samples = places.filter((_, i) => i % step === 0)

    async function expectAgain(results: readonly SearchResult[], { isAtPoint = false } = {}) {
      for (const result of results) {
        const { name, label, id, place_type, coordinates } = renderPlace(result)
        const found = await placeById(gazetteer!, { id, size: 40 }, quiet)
        // Of a line found near a point, the position is the nearest point.
        const isLine = isAtPoint && !result.house && result.place.box !== undefined
        expect(found.map((each) => renderPlace(each))).toContainEqual(
          expect.objectContaining({
            name,
            label,
            id,
            place_type,
            ...(!isLine && { coordinates }),
          }),
        )
      }
    }

    it('gives what search, with and without a house number, and autocomplete gave', async () => {
      for (const [i, { name, type }] of samples.entries()) {
        await expectAgain(await search(name))
        if (type === 'street') await expectAgain(await search(`${name} ${i % 60}`))
        await expectAgain(await complete(name.slice(0, 5)))
      }
    })

    it('gives what reverse and places gave', async () => {
      for (const { lat, lon } of samples) {
        const at = { lat: lat + 0.0002, lon: lon - 0.0002 }
        const query = { ...at, size: 5, radiusMeters: 500 }
        await expectAgain(await reverse(gazetteer!, query, quiet), { isAtPoint: true })
        const around = { query: 'hotel', near: at, radiusMeters: 5000, size: 3 }
        await expectAgain(await findPlaces(gazetteer!, around, quiet), { isAtPoint: true })
      }
    })
  },
)

describe('the id of a house whose position is computed', async () => {
  const { gazetteerOf, housesAlong, towns } = await import('./small-gazetteer.ts')
  const gazetteer = await gazetteerOf([
    ...towns,
    {
      id: 'osm:way/5',
      type: 'street',
      name: 'Rue Haute',
      parents: ['brume'],
      houses: [
        ...housesAlong('haute', { lat: 45.1, lon: 5.1 }, ['1', '5']),
        ...['20', '22'].map((number) => ({
          id: 'osm:way/9',
          number,
          lat: 45.1,
          lon: 5.12 + Number(number) / 10_000,
          interpolated: true as const,
        })),
      ],
    },
  ])
  const { search } = asking(gazetteer)

  it.each([
    ['3', 'house:3:osm:way/5'],
    ['22', 'house:22:osm:way/9'],
  ])('has the number %s and gives that house alone', async (number, id) => {
    const [found] = await search(`${number} Rue Haute, Brumeville`)
    const rendered = renderPlace(found!)
    expect(rendered).toMatchObject({ id, match_type: 'interpolated', house_number: number })
    const again = await placeById(gazetteer, { id, size: 40 }, quiet)
    expect(again.map((each) => renderPlace(each))).toEqual([{ ...rendered, confidence: 1 }])
  })

  it('gives nothing for a number that the street cannot have', async () => {
    for (const id of ['house:77:osm:way/5', 'house:22:osm:way/77', 'house::osm:way/9', 'house:x']) {
      expect(await placeById(gazetteer, { id, size: 40 }, quiet)).toEqual([])
    }
  })
})

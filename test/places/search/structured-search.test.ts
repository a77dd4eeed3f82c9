import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allPlaces, placesOf } from '../../fixtures/places.ts'
import { runs } from '../../setup/suite.ts'
import { asking, first, ids } from './asking.ts'
import { gazetteerOf, housesAlong, type Sketch, towns } from './small-gazetteer.ts'

const { structured, warnings } = asking(await gazetteerOf(towns))
const exact = (id: string) => ({ id, matchType: 'exact', confidence: 1 })

describe('a search by fields', () => {
  it('finds the house by street, number and town', async () => {
    const town = { locality: 'Brumeville' }
    expect(first(await structured({ address: '14 rue du moulin', ...town }))).toEqual(
      exact('moulin/14'),
    )
    const split = { street: 'Rue du Moulin', houseNumber: '14a', ...town }
    expect(first(await structured(split))).toEqual(exact('moulin/14a'))
  })

  it('reads the house number from the street if it stands there, also if it is given too', async () => {
    for (const street of ['14 rue du moulin', 'rue du moulin 14', 'Rue du Moulin, 14']) {
      for (const given of [{}, { houseNumber: '14' }]) {
        const found = await structured({ street, ...given, locality: 'Brumeville' })
        expect(first(found)).toEqual(exact('moulin/14'))
      }
    }
  })

  it('matches the postcode with the surroundings', async () => {
    const found = await structured({ street: 'Rue du Moulin', postalcode: '26420' })
    expect(ids(found)).toEqual(['moulin2'])
  })

  it('takes the country by name, alpha-2 or alpha-3, as a filter', async () => {
    for (const country of ['France', 'fr', 'FRA', 'Frankreich']) {
      expect(first(await structured({ locality: 'Brumeville', country }))).toEqual(exact('brume'))
    }
    expect(await structured({ locality: 'Brumeville', country: 'DE' })).toEqual([])
    expect(first(await structured({ country: 'FR' }))).toEqual(exact('country'))
  })

  it('warns of an unknown country and ignores it', async () => {
    expect(first(await structured({ locality: 'Brumeville', country: 'Xyzzy' })).id).toBe('brume')
    expect(warnings.at(-1)).toContain('country')
  })

  it('corrects words before it leaves fields out', async () => {
    const found = await structured({ address: '14 rue du mulin', locality: 'Brumevile' })
    expect(first(found)).toEqual({ id: 'moulin/14', matchType: 'fuzzy', confidence: 0.96 })
  })

  it('goes down the ladder: street 0.8, town 0.6, region 0.3, country 0.1', async () => {
    const at = { locality: 'Brumeville', region: 'Valmonde', country: 'FRA' }
    const results = [
      await structured({ address: '777 rue du moulin', ...at }),
      await structured({ address: '5 rue xyzzyq', ...at }),
      await structured({ address: '5 rue xyzzyq', ...at, locality: 'Wvwvwv' }),
      await structured({ address: '5 rue xyzzyq', locality: 'Wvwvwv', country: 'FRA' }),
    ]
    expect(results.map(first)).toEqual([
      { id: 'moulin', matchType: 'fallback', confidence: 0.8 },
      { id: 'brume', matchType: 'fallback', confidence: 0.6 },
      { id: 'region', matchType: 'fallback', confidence: 0.3 },
      { id: 'country', matchType: 'fallback', confidence: 0.1 },
    ])
  })

  it('finds the house despite a wrong postcode, with lower confidence', async () => {
    const found = await structured({
      address: '14 rue du moulin',
      postalcode: '99999',
      locality: 'Brumeville',
    })
    expect(first(found)).toMatchObject({ id: 'moulin/14', matchType: 'fallback' })
    expect(found[0]!.confidence).toBeLessThan(1)
  })

  it('finds areas by their own field, within the wider ones', async () => {
    const part = await structured({ neighbourhood: 'vieux port', locality: 'Brumeville' })
    expect(first(part)).toEqual(exact('port'))
    expect(first(await structured({ postalcode: '26310' }))).toEqual(exact('code'))
    expect(first(await structured({ region: 'Valmonde' }))).toEqual(exact('region'))
  })

  it('never takes a town for a street', async () => {
    const found = await structured({ street: 'Brumeville', locality: 'Saint-Julien-le-Bois' })
    expect(first(found)).toEqual({ id: 'julien', matchType: 'fallback', confidence: 0.6 })
  })

  it('leaves out a flat or a building beside the address, with lower confidence', async () => {
    const town = { locality: 'Brumeville' }
    const lines = ['14 rue du moulin, 3 A', '14 rue du moulin, escalier B, 2e gauche']
    for (const address of [...lines, 'Résidence Xyzzy, 14 rue du moulin']) {
      const found = await structured({ address, ...town })
      expect(first(found)).toEqual({ id: 'moulin/14', matchType: 'fallback', confidence: 0.85 })
    }
    const split = await structured({ street: 'Rue du Moulin, 3 A', houseNumber: '14', ...town })
    expect(first(split).id).toBe('moulin/14')
    const unnumbered = await structured({ address: 'Xyzzy, Rue du Moulin', ...town })
    expect(first(unnumbered)).toEqual({ id: 'moulin', matchType: 'fallback', confidence: 0.68 })
  })

  it('takes the last parts of the address as its town and country', async () => {
    for (const area of ['Brumeville', 'Brumeville, France', '26310 Brumeville', 'Frankreich']) {
      expect(first(await structured({ address: `14 rue du moulin, ${area}` }))).toEqual(
        exact('moulin/14'),
      )
    }
    expect(first(await structured({ address: 'Rue du Moulin 88, Saint-Julien-le-Bois' }))).toEqual(
      exact('moulin2/88'),
    )
  })

  it('never leaves out a known town or country without a confidence of at most 0.4', async () => {
    for (const area of ['Stuttgart', 'Stuttgart, Germany', '70173 Stuttgart', 'Japan']) {
      const found = await structured({ address: `14 rue du moulin, ${area}` })
      expect(first(found).id).toBe('moulin/14')
      expect(found[0]!.confidence).toBeLessThanOrEqual(0.4)
    }
  })

  it('never answers a house number alone', async () => {
    for (const number of ['14', '26310', '12 bis']) {
      expect(await structured({ houseNumber: number })).toEqual([])
      const inTown = await structured({ houseNumber: number, locality: 'Brumeville' })
      expect(first(inTown)).toEqual({ id: 'brume', matchType: 'fallback', confidence: 0.6 })
    }
    expect(await structured({ address: '14' })).toEqual([])
  })

  it('finds a house of a village without street names by its number', async () => {
    const village = await gazetteerOf([
      ...towns,
      {
        id: 'bois',
        type: 'street',
        name: 'Bois-Noir',
        parents: ['julien'],
        houses: housesAlong('bois', { lat: 45.6, lon: 5.41 }, ['7']),
      },
      { id: 'way', type: 'street', name: 'Rue de Bois-Noir', parents: ['julien'] },
    ])
    const fields = { houseNumber: '7', neighbourhood: 'Bois-Noir' }
    const { structured } = asking(village)
    expect(ids(await structured(fields))).toEqual(['bois/7'])
    expect(ids(await structured({ ...fields, locality: 'Saint-Julien-le-Bois' }))).toEqual([
      'bois/7',
    ])
  })

  it('answers a street without letters with its town, as for one that is unknown', async () => {
    for (const street of ['!!!', 'Rue Xyzzyq']) {
      for (const number of [{}, { houseNumber: '14' }]) {
        const found = await structured({ street, ...number, locality: 'Brumeville' })
        expect(first(found)).toEqual({ id: 'brume', matchType: 'fallback', confidence: 0.6 })
      }
    }
  })

  it('takes the country by the name of its record in the index', async () => {
    const country: Sketch = {
      id: 'xca',
      type: 'country',
      name: 'Isla Nova',
      countryCode: 'XCA',
      names: { en: 'New Isle' },
    }
    const island = { id: 'porto', type: 'locality', name: 'Porto', parents: ['xca'] } as const
    const { structured } = asking(
      await gazetteerOf([...towns, country, { ...island, countryCode: 'XCA' }]),
    )
    for (const name of ['Isla Nova', 'new isle', 'XCA']) {
      expect(first(await structured({ locality: 'Porto', country: name }))).toEqual(exact('porto'))
      expect(first(await structured({ country: name }))).toEqual(exact('xca'))
      expect(ids(await structured({ locality: 'Brumeville', country: name }))).toEqual(['xca'])
    }
  })

  it('finds nothing for nonsense and blank fields', async () => {
    expect(await structured({ address: 'xyzzyq 5', locality: 'wvwvwv' })).toEqual([])
    expect(await structured({ address: '  ', locality: '\u0000' })).toEqual([])
  })
})

/** At most this for a stated town, region or country that matches nothing. */
const maxWithWrongArea = 0.4

describe('a search by fields of any house of a region', async () => {
  const gazetteer = (await placesOf('demo'))!
  const { structured } = asking(gazetteer)
  const streets = (await allPlaces(gazetteer)).filter(
    ({ name, type, houseCount, parents }) =>
      type === 'street' && name && houseCount > 0 && parents.some(isTown),
  )
  const houses = (await gazetteer.houses(streets)).flatMap((list, i) =>
    list.map((house) => ({ house, street: streets[i]! })),
  )
  const anyHouse = fc.constantFrom(...houses).map(({ house, street }) => ({
    id: house.id,
    fields: {
      street: street.name,
      houseNumber: house.number,
      locality: street.parents.find(isTown)!.name,
    },
  }))

  it('finds it, also with a flat behind a comma', async () => {
    await fc.assert(
      fc.asyncProperty(anyHouse, async ({ id, fields }) => {
        const found = await structured(fields)
        expect(ids(found)).toContain(id)
        expect(found[0]!.confidence).toBeGreaterThanOrEqual(0.9)
        const { street, houseNumber, locality } = fields
        const withFlat = await structured({ address: `${street} ${houseNumber}, 3 A`, locality })
        expect(ids(withFlat)).toContain(id)
      }),
      { numRuns: runs(200) },
    )
  })

  it('trusts nothing beside a town, region or country that matches nothing', async () => {
    const wrong = fc.constantFrom('locality', 'region', 'county', 'country')
    await fc.assert(
      fc.asyncProperty(anyHouse, wrong, async ({ fields }, field) => {
        for (const { confidence, house } of await structured({ ...fields, [field]: 'Wqxzzkv' })) {
          if (house) expect(confidence).toBeLessThanOrEqual(maxWithWrongArea)
          else expect(confidence).toBeLessThanOrEqual(0.6)
        }
      }),
      { numRuns: runs(200) },
    )
  })

  it('answers an unknown street with the town, as the ladder says', async () => {
    await fc.assert(
      fc.asyncProperty(anyHouse, async ({ fields }) => {
        const [found] = await structured({ ...fields, street: 'Wqxzzkv' })
        expect(found).toMatchObject({
          matchType: 'fallback',
          confidence: 0.6,
          place: { name: fields.locality },
        })
      }),
      { numRuns: runs(200) },
    )
  })
})

function isTown({ type }: { type: string }): boolean {
  return type === 'locality'
}

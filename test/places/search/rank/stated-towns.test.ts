import { describe, expect, it } from 'vitest'
import { asking, first, ids } from '../asking.ts'
import { openRegion, qualityRegions } from '../quality/regions.ts'
import { casesBetween } from '../quality/sets/addresses-between.ts'
import { gazetteerOf, housesAlong, type Sketch, towns } from '../small-gazetteer.ts'

const at = { lat: 45.3, lon: 5.3 }
/** Streets of a village that the map lacks; only a stop and a club have its name. */
const lone: readonly Sketch[] = [
  {
    id: 'quince',
    type: 'street',
    name: 'Rue des Cognassiers',
    ...at,
    parents: ['region', 'country'],
    houses: housesAlong('quince', at, ['3', '5', '7']),
  },
  {
    id: 'church',
    type: 'street',
    name: "Rue de l'Église",
    ...at,
    parents: ['region', 'country'],
    houses: housesAlong('church', at, ['5']),
  },
  {
    id: 'stop',
    type: 'venue',
    name: 'Mairie de Fontelune',
    ...at,
    categories: ['bus_stop'],
    parents: ['region', 'country'],
  },
  {
    id: 'club',
    type: 'venue',
    name: 'Boule Club Fontelune',
    ...at,
    street: 'Rue des Cognassiers',
    houseNumber: '19',
    parents: ['region', 'country'],
  },
]
const { search, structured } = asking(await gazetteerOf([...towns, ...lone]))

/** What a text with a town gives that is nowhere, or only in the names of venues. */
describe.for(['Fontelune', 'Zwingenrode'])('a house in %s, which is no town of the map', (town) => {
  it.for([
    ['as typed', `Rue des Cognassiers 5, ${town}`],
    ['with a letter missing', `Rue des Cognasiers 5, ${town}`],
    ['with the number first', `5 rue des Cognassiers, ${town}`],
    ['with a postcode', `Rue des Cognassiers 5, 98765 ${town}`],
  ])('is found %s, with a confidence of at most 0.4', async ([, text]) => {
    const [found] = await search(text!)
    expect(found?.house?.id).toBe('quince/5')
    expect(found!.confidence).toBeGreaterThan(0)
    expect(found!.confidence).toBeLessThanOrEqual(0.4)
  })

  it('is found without a comma, where the word may be anything', async () => {
    const [found] = await search(`Rue des Cognassiers 5 ${town}`)
    expect(found?.house?.id).toBe('quince/5')
    expect(found!.confidence).toBeLessThan(1)
  })

  it('is found on a street whose words are in many names', async () => {
    expect(ids(await search(`Rue de l'Église 5, ${town}`))[0]).toBe('church/5')
  })

  it('is found by its fields, with a confidence of at most 0.4', async () => {
    const fields = { street: 'Rue des Cognassiers', houseNumber: '5', locality: town }
    expect(first(await structured(fields))).toMatchObject({ id: 'quince/5', confidence: 0.05 })
  })

  it('has a lower confidence than any result before it', async () => {
    for (const text of [`Rue des Cognassiers 5, ${town}`, `Rue des Cognassiers 9, ${town}`]) {
      const confidences = (await search(text)).map(({ confidence }) => confidence)
      expect(confidences).toEqual(confidences.toSorted((a, b) => b - a))
    }
  })
})

describe('a stated town, region or country that is not on the map', () => {
  it.for([
    ['town of a street', 'Rue du Moulin, Zwingenrode'],
    ['country of a town', 'Brumeville, Japan'],
    ['known town behind a house number', 'Rue du Moulin 14 Stuttgart'],
    ['region of a town', 'Brumeville, Zwingenland'],
    ['town of a venue', 'Pharmacie du Pont, Zwingenrode'],
    ['known town behind a name, without a comma', 'Pharmacie du Pont Stuttgart'],
  ])('leaves at most 0.4: the %s', async ([, text]) => {
    const [found] = await search(text!)
    expect(found?.matchType).toBe('fallback')
    expect(found!.confidence).toBeLessThanOrEqual(0.4)
  })

  it('leaves at most 0.4 by fields', async () => {
    const house = { street: 'Rue du Moulin', houseNumber: '14', locality: 'Brumeville' }
    for (const where of [{ region: 'Zwingenland' }, { country: 'Xyzzy' }]) {
      const [found] = await structured({ ...house, ...where })
      expect(found?.house?.id).toBe('moulin/14')
      expect(found!.confidence).toBeLessThanOrEqual(0.4)
    }
  })

  it('is no unmatched postcode, which costs less', async () => {
    const [found] = await search('Rue du Moulin 14, 98765 Brumeville')
    expect(found?.house?.id).toBe('moulin/14')
    expect(found!.confidence).toBeGreaterThan(0.8)
    expect(found!.confidence).toBeLessThan(1)
  })

  it('is no unknown word before the name of a street', async () => {
    const [found] = await search('Chez Zwingli, Rue du Moulin 14, Brumeville')
    expect(found?.house?.id).toBe('moulin/14')
    expect(found!.confidence).toBeGreaterThan(0.5)
  })
})

describe('a venue of which one of several words was typed', () => {
  it('has a low confidence', async () => {
    const found = await search('Boulangerie Artisanale Zwingli Fontelune')
    for (const { confidence } of found) expect(confidence).toBeLessThan(0.4)
  })
})

it('a house number is not looked for within another number', async () => {
  const [within] = await search('Bureau 151, Rue des Cognassiers 5')
  const [apart] = await search('Bureau 199, Rue des Cognassiers 5')
  expect(within?.house?.id).toBe('quince/5')
  expect(within!.confidence).toBe(apart!.confidence)
})

describe('a house number that the stated town has between two houses, and a village nearby on its street', async () => {
  const demo = qualityRegions.find(({ name }) => name === 'demo')!
  const data = (await openRegion(demo))!
  const cases = casesBetween(data, { seed: 16, limit: 40 })

  it.each(cases)('is that of the town: $text', async ({ ask }) => {
    expect((await ask(data.gazetteer)).outcome).toBe('right')
  })
})

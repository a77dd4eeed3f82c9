import { describe, expect, it } from 'vitest'
import { asking, first } from '../asking.ts'
import { gazetteerOf, housesAlong, type Sketch, towns } from '../small-gazetteer.ts'

const parents = ['brume', 'region', 'country']
const hotel = { type: 'venue', categories: ['hotel'], parents } as const
const more: readonly Sketch[] = [
  { ...hotel, id: 'gold', name: "Hotel de l'Or" },
  { ...hotel, id: 'lion', name: 'Lion Hotel' },
  { id: 'academy', type: 'venue', name: 'Académie de Nice', parents },
  {
    id: 'roses',
    type: 'street',
    name: 'Rue des Roses',
    parents,
    postcode: '26310',
    houses: housesAlong('roses', { lat: 45.1, lon: 5.1 }, ['2', '4', '6'], '26310'),
  },
  { id: 'postcode', type: 'postalcode', name: '26420', parents: ['julien', 'region', 'country'] },
  { id: 'rasa', type: 'street', name: 'Rue de la Rasa', parents },
  { id: 'bare', type: 'street', name: 'Rue des Ormes', parents: ['region', 'country'] },
]
const { search } = asking(await gazetteerOf([...towns, ...more]))

describe('a place with another town of the index', () => {
  const names = ['Rue du 11 Novembre', 'Müllerstraße', 'Pharmacie du Pont', "Hotel de l'Or"]
  const other = 'Saint-Julien-le-Bois'
  const texts = names.flatMap((name) => [
    `${name}, ${other}`,
    `${name} ${other}`,
    `${other}, ${name}`,
    `${other} ${name}`,
  ])

  it.each(texts)('has a confidence of at most 0.4: %s', async (text) => {
    const found = await search(text)
    expect(found.length).toBeGreaterThan(0)
    const elsewhere = found.filter(({ place }) =>
      place.parents.some(({ name }) => name === 'Brumeville'),
    )
    for (const { confidence, matchType } of elsewhere) {
      expect(confidence).toBeLessThanOrEqual(0.4)
      expect(matchType).toBe('fallback')
    }
  })

  it('does not hide its namesake in that town', async () => {
    for (const text of [`Rue du Moulin 88 ${other}`, `Rue du Moulin 88, ${other}`]) {
      expect(first(await search(text))).toEqual({
        id: 'moulin2/88',
        matchType: 'exact',
        confidence: 1,
      })
    }
  })

  it('may be there where the data does not say in which town it is', async () => {
    for (const text of ['Rue des Ormes, Brumeville', 'Rue des Ormes Brumeville']) {
      const { id, confidence } = first(await search(text))
      expect(id).toBe('bare')
      expect(confidence).toBeGreaterThanOrEqual(0.2)
      expect(confidence).toBeLessThanOrEqual(0.4)
    }
  })
})

describe('an unknown name', () => {
  it.each(['Hotel Xyzzy', 'Xyzzy Hotel', 'Hotel Xyzzy, Brumeville', 'Hotel Xyzzy Brumeville'])(
    'beside a kind is no other place of the kind: %s',
    async (text) => {
      for (const { place, confidence, matchType } of await search(text)) {
        expect(matchType).not.toBe('exact')
        if (place.categories.includes('hotel')) expect(confidence).toBeLessThanOrEqual(0.2)
      }
    },
  )

  it('of two words of which one is in a name and one before a town is no place of that kind', async () => {
    for (const { matchType } of await search("Pharmacie de l'Or Saint-Julien-le-Bois")) {
      expect(matchType).not.toBe('exact')
    }
  })

  it.each(['Casa Brumeville', 'Casa xyzzy Brumeville', 'Casa xyzzy Brumeville Valmonde France'])(
    'is no part of a name but for a letter, whatever stands beside it: %s',
    async (text) => {
      const found = (await search(text)).filter(({ place }) => place.id === 'rasa')
      expect(found).toHaveLength(1)
      expect(found[0]!.confidence).toBeLessThanOrEqual(0.4)
    },
  )

  it.each([
    ['xyzzy Brumeville', 0.54],
    ['xyzzy, Brumeville', 0.54],
    ['plugh xyzzy Brumeville', 0.49],
    ['Brumeville xyzzy', 0.54],
    ['Brumeville plugh xyzzy', 0.49],
  ] as const)(
    'before or behind a town gives the town, as something wider: %s',
    async (text, confidence) => {
      expect(first(await search(text))).toEqual({ id: 'brume', matchType: 'fallback', confidence })
    },
  )
})

describe('a street or venue that has the name of another town', () => {
  it.each([
    'Rue de Brumeville, Saint-Julien-le-Bois',
    'Rue de Brumeville 5, Saint-Julien-le-Bois',
    'Chemin Brumeville Saint-Julien-le-Bois',
    'Rue de Stuttgart 5, Saint-Julien-le-Bois',
    'Brasserie Stuttgart, Saint-Julien-le-Bois',
  ])('and is unknown gives the town that it is in, as something wider: %s', async (text) => {
    const [found] = await search(text)
    expect(found).toMatchObject({ matchType: 'fallback', place: { name: 'Saint-Julien-le-Bois' } })
    expect(found!.confidence).toBeGreaterThanOrEqual(0.4)
    expect(found!.confidence).toBeLessThanOrEqual(0.6)
  })

  it.each([
    'Brumeville, Saint-Julien-le-Bois',
    'Brumeville Saint-Julien-le-Bois',
    'Rue Xyzzy 5, Brumeville, Saint-Julien-le-Bois',
  ])('is not meant by two towns: %s', async (text) => {
    for (const { confidence } of await search(text)) expect(confidence).toBeLessThanOrEqual(0.4)
  })
})

describe('the name of a town of the world', () => {
  it('is not meant by a venue that has it in its name', async () => {
    const found = first(await search('Nice'))
    expect(found).toEqual({ id: 'academy', matchType: 'fuzzy', confidence: 0.15 })
  })

  it('is typed whole in the name of a venue', async () => {
    expect(first(await search('Académie de Nice'))).toMatchObject({ id: 'academy', confidence: 1 })
  })
})

describe('a town or country of the world between a place and its town', () => {
  it.each([
    'Rue du Moulin Lyon Brumeville',
    'Rue du Moulin 14 Lyon Brumeville',
    'Rue du Moulin Canada Brumeville',
    'Rue du Moulin 14 Canada Brumeville',
  ])('leaves at most 0.4: %s', async (text) => {
    for (const { confidence, matchType } of await search(text)) {
      expect(confidence).toBeLessThanOrEqual(0.4)
      expect(matchType).toBe('fallback')
    }
  })
})

describe('a postcode that is not that of the house', () => {
  it('leaves at most 0.4 where it is of another place or country', async () => {
    for (const text of [
      'Rue des Roses 4, 26420',
      'Rue des Roses 4, 80331',
      '80331 Rue des Roses 4',
    ]) {
      const [found] = await search(text)
      expect(found, text).toMatchObject({ matchType: 'fallback', place: { id: 'roses' } })
      expect(found!.confidence, text).toBeLessThanOrEqual(0.4)
    }
  })

  it('costs little with one wrong digit, or beside the town', async () => {
    for (const text of ['Rue des Roses 4, 26311', 'Rue des Roses 4, 26420 Brumeville']) {
      const [found] = await search(text)
      expect(found, text).toMatchObject({ matchType: 'fallback', place: { id: 'roses' } })
      expect(found!.confidence, text).toBeGreaterThan(0.8)
    }
  })
})

describe('the word for a street alone', () => {
  it('means no street', async () => {
    for (const { confidence } of await search('Rue')) expect(confidence).toBeLessThanOrEqual(0.1)
  })
})

describe('an unknown word behind a name', () => {
  it('may be a small town elsewhere', async () => {
    for (const text of ['Rue du Moulin 14 Schwangau', 'Académie de Nice Schwangau']) {
      const [found] = await search(text)
      expect(found).toMatchObject({ matchType: 'fallback' })
      expect(found!.confidence).toBeGreaterThan(0.4)
      expect(found!.confidence).toBeLessThan(0.8)
    }
  })

  it('is something else beside the town', async () => {
    const [found] = await search('Rue du Moulin 14 Brumeville Schwangau')
    expect(found!.confidence).toBeGreaterThan(0.8)
  })
})

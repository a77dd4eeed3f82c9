import { describe, expect, it } from 'vitest'
import { asking, first, ids } from '../asking.ts'
import { gazetteerOf, towns } from '../small-gazetteer.ts'

const { search, complete } = asking(await gazetteerOf(towns))

describe('mistyped words', () => {
  it.each([
    ['a letter left out', 'Brumevile'],
    ['a letter too many', 'Brummeville'],
    ['another letter', 'Brumevilla'],
    ['two letters swapped', 'Burmeville'],
    ['the first letter wrong', 'Prumeville'],
  ])('are corrected: %s', async (_, text) => {
    expect(first(await search(text))).toEqual({ id: 'brume', matchType: 'fuzzy', confidence: 0.98 })
  })

  it('are corrected in two places from eight letters on, at lower confidence', async () => {
    expect(first(await search('Brumevil'))).toMatchObject({ id: 'brume', matchType: 'fuzzy' })
    expect(first(await search('Brunevile'))).toEqual({
      id: 'brume',
      matchType: 'fuzzy',
      confidence: 0.79,
    })
    // Moulin has six letters.
    expect(await search('rue du meulim')).toEqual([])
  })

  it('of few letters leave a confidence under 0.8, for other words are as similar', async () => {
    const more = [...towns, { id: 'faro', type: 'venue', name: 'Faro' } as const]
    const asked = asking(await gazetteerOf(more))
    for (const text of ['Farm', 'Fato', 'Fro']) {
      for (const { confidence } of await asked.search(text)) expect(confidence).toBeLessThan(0.8)
    }
    expect(first(await asked.search('Farm'))).toMatchObject({ id: 'faro', matchType: 'fuzzy' })
  })

  it('are corrected in several words at once', async () => {
    expect(first(await search('14 rue du mulin, brumevile'))).toMatchObject({ id: 'moulin/14' })
  })

  it('are corrected if two words are written as one, or one as two', async () => {
    expect(first(await search('vieuxport'))).toMatchObject({ id: 'port', matchType: 'fuzzy' })
    expect(first(await search('rue dumoulin brumeville'))).toMatchObject({ id: 'moulin' })
    expect(first(await search('brume ville'))).toMatchObject({ id: 'brume', matchType: 'fuzzy' })
  })

  it('are not corrected when the words as typed find something', async () => {
    const more = [...towns, { id: 'paros', type: 'locality', name: 'Paros' } as const]
    const asked = asking(await gazetteerOf(more))
    expect(ids(await asked.search('Paris'))).not.toContain('paros')
    expect(first(await asked.search('Parus')).matchType).toBe('fuzzy')
  })

  it('of three letters are corrected beside a word of the index, and not alone', async () => {
    const more = [
      ...towns,
      { id: 'dam', type: 'street', name: 'Rue du Pré Nim', parents: ['brume'] } as const,
    ]
    const asked = asking(await gazetteerOf(more))
    expect(ids(await asked.search('rue du pré nom'))[0]).toBe('dam')
    expect(ids(await asked.search('rue du pré nim brumeville'))[0]).toBe('dam')
    expect(ids(await asked.search('rue du nrm'))).not.toContain('dam')
    expect(await asked.search('nrm')).toEqual([])
  })

  it('are corrected although they are another word, when the whole name is one letter away', async () => {
    const more = [
      ...towns,
      { id: 'coma', type: 'venue', name: 'Grand Hotel Coma Bella', parents: ['brume'] } as const,
      { id: 'comu', type: 'venue', name: 'Comu Brumeville', importance: 0.1 } as const,
    ]
    const asked = asking(await gazetteerOf(more))
    expect(first(await asked.search('coma brumeville'))).toMatchObject({ id: 'comu' })
    expect(ids(await asked.search('coma brumeville'))).toContain('coma')
  })

  it.each([
    ['Lens', 'les'],
    ['Delx', 'del'],
    ['Surx', 'sur'],
    ['Vonn', 'von'],
  ])(
    'are not corrected to articles and prepositions: the town of %s is not `%s`',
    async (town, word) => {
      const street = { id: 'pins', type: 'street', name: `Rue ${word} Pins` } as const
      const asked = asking(await gazetteerOf([...towns, { ...street, parents: ['brume'] }]))
      const [found] = await asked.search(`Rue Pins, ${town}`)
      expect(found).toMatchObject({ place: { id: 'pins' }, matchType: 'fallback' })
      expect(found!.confidence).toBeLessThanOrEqual(0.4)
    },
  )

  it('are never corrected in their digits', async () => {
    expect(await search('26311')).toEqual([])
  })

  it('are completed if cut short', async () => {
    expect(first(await complete('moul brum'))).toMatchObject({ id: 'moulin' })
    expect(first(await complete('st jul boi'))).toMatchObject({ id: 'julien' })
  })
})

describe('unknown words', () => {
  it('are dropped, and the others find the place with lower confidence', async () => {
    expect(first(await search('Brumeville xyzzyq'))).toEqual({
      id: 'brume',
      matchType: 'fallback',
      confidence: 0.54,
    })
    expect(first(await search('apartment 4 rue du moulin 14 brumeville'))).toMatchObject({
      id: 'moulin/14',
    })
  })

  it('never raise the confidence', async () => {
    const once = first(await search('Brumeville xyzzyq')).confidence!
    const two = first(await search('Brumeville xyzzyq wvwvwv'))
    expect(two.id === undefined || two.confidence! <= once).toBe(true)
  })

  it.each([
    'xyzzyq',
    'qwrtz plmkn',
    'rue xyzzyq',
    '!!! ??? ...',
    '😀😀',
    'zzzzzzzzzzzzzzzz',
    '987654321',
    '\u0000\u0007',
    '',
    '   ',
  ])('find nothing by themselves: %j', async (text) => {
    expect(await search(text)).toEqual([])
    expect(await complete(text)).toEqual([])
  })

  it('never leave an article or a street type to match alone', async () => {
    expect(await search('rue de la xyzzyq')).toEqual([])
    expect(ids(await search('place du xyzzyq'))).toEqual([])
  })
})

describe('a word for a street in another language', () => {
  it.each([
    'Calle du Moulin 14, Brumeville',
    'via du Moulin 14 Brumeville',
    'Moulin Street 14, Brumeville',
  ])('finds the street: %s', async (text) => {
    expect(first(await search(text))).toMatchObject({ id: 'moulin/14', matchType: 'fuzzy' })
  })

  it('is no other word where the map calls a street so', async () => {
    const more = [
      ...towns,
      { id: 'calle', type: 'street', name: 'Calle Ormes', parents: ['brume'] } as const,
      { id: 'rue', type: 'street', name: 'Rue Ormes', parents: ['julien'] } as const,
    ]
    const asked = asking(await gazetteerOf(more))
    expect(first(await asked.search('Calle Ormes')).id).toBe('calle')
    expect(first(await asked.search('Rue Ormes')).id).toBe('rue')
  })
})

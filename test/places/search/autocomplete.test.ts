import { describe, expect, it } from 'vitest'
import { asking, first, ids } from './asking.ts'
import { gazetteerOf, housesAlong, type Sketch, towns } from './small-gazetteer.ts'

const { complete } = asking(await gazetteerOf(towns))

describe('autocomplete', () => {
  it.each(['Brumeville', 'Vieux Port', 'Müllerstraße', 'Pharmacie du Pont'])(
    'keeps %s in the list at every keystroke after the third',
    async (name) => {
      const whole = (await complete(name))[0]!.place.id
      for (let length = 3; length <= name.length; length++) {
        const typed = name.slice(0, length)
        expect(ids(await complete(typed)), typed).toContain(whole)
      }
    },
  )

  it('completes the last word, also of a name with its town', async () => {
    expect(first(await complete('rue du moulin sai')).id).toBe('moulin2')
    expect(first(await complete('caf')).id).toBe('cafe')
  })

  it('ranks a name that begins with the text before a name with a word that does', async () => {
    expect(ids(await complete('par'))).toEqual(['paris', 'hamlet', 'cafe'])
  })

  it('takes a word followed by a blank as finished', async () => {
    expect(await complete('brum ')).not.toEqual([])
    expect(first(await complete('paris ')).id).toBe('paris')
    expect(first(await complete('brum ')).matchType).toBe('fuzzy')
    expect(first(await complete('brum')).matchType).toBe('exact')
  })

  it('is as sure of a street when the word for street is finished', async () => {
    for (const typed of ['ru', 'rue', 'rue ', 'rue d']) {
      expect((await complete(typed))[0]!.confidence, typed).toBeGreaterThanOrEqual(0.75)
    }
  })

  it('corrects a typo in an unfinished word', async () => {
    expect(first(await complete('brumvi'))).toMatchObject({ id: 'brume', matchType: 'fuzzy' })
    expect(first(await complete('rue du mulin bru'))).toMatchObject({ id: 'moulin' })
  })

  it('completes house numbers, the one typed first', async () => {
    const found = ids(await complete('rue du moulin brumeville 1'))
    expect(found[0]).toBe('moulin/1')
    expect(found).toContain('moulin/14')
  })

  it('completes the numbers of one interpolation way, whose houses share its id', async () => {
    const houses = housesAlong('row', { lat: 45, lon: 5 }, ['121', '123', '125'])
    const way = houses.map((house) => ({ ...house, id: 'way', interpolated: true as const }))
    const row: Sketch = { id: 'row', type: 'street', name: 'Rue du Rang', houses: way }
    const asked = asking(await gazetteerOf([row]))
    const found = await asked.complete('rue du rang 12')
    expect(found.map(({ house }) => house?.number)).toEqual(expect.arrayContaining(['121', '125']))
  })

  it('pins a name that begins with the text among the places of a category or abbreviation', async () => {
    const inns: Sketch[] = Array.from({ length: 6 }, (_, i) => ({
      id: `inn${i}`,
      type: 'venue',
      name: `Chez Alba ${i}`,
      categories: ['restaurant'],
      importance: 0.6,
    }))
    const roads: Sketch[] = Array.from({ length: 6 }, (_, i) => ({
      id: `road${i}`,
      type: 'street',
      name: `Carretera Nova ${i}`,
      importance: 0.6,
    }))
    const asked = asking(
      await gazetteerOf([
        ...inns,
        ...roads,
        { id: 'foundation', type: 'venue', name: 'Fondation Ott', importance: 0.05 },
        { id: 'abbreviated', type: 'street', name: 'Ctra. Vella', importance: 0.05 },
      ]),
    )
    const inn = ids(await asked.complete('fonda', { size: 5 }))
    expect(inn).toHaveLength(5)
    expect(inn.filter((id) => id.startsWith('inn'))).toHaveLength(4)
    expect(inn).toContain('foundation')
    expect(ids(await asked.complete('ctra', { size: 5 }))).toContain('abbreviated')
  })

  it('finds names that continue after a blank, an article, a house number and an initial', async () => {
    const lanes: Sketch[] = Array.from({ length: 6 }, (_, i) => ({
      id: `lane${i}`,
      type: 'street',
      name: `Chemin Zeder ${i}`,
      importance: 0.5,
      houses: housesAlong(`lane${i}`, { lat: 45, lon: 5 }, ['8']),
    }))
    const asked = asking(
      await gazetteerOf([
        ...lanes,
        {
          id: 'meadow',
          type: 'street',
          name: 'Chemin des Prés',
          importance: 0.05,
          houses: housesAlong('meadow', { lat: 45, lon: 5 }, ['8']),
        },
        { id: 'villa', type: 'venue', name: 'Villa S.Joseph' },
        { id: 'rocks', type: 'venue', name: 'On the Rocks' },
      ]),
    )
    for (const typed of ['chemin des', 'chemin des ', '8 chemin des ', '8 chemin de']) {
      const found = await asked.complete(typed, { size: 5 })
      expect(
        found.map(({ place }) => place.id),
        typed,
      ).toContain('meadow')
    }
    for (const typed of ['villa s.', 'villa s.j', 'villa s.jo', 'villa s.jos', 'villa s.jose']) {
      expect(ids(await asked.complete(typed)), typed).toContain('villa')
    }
    expect(ids(await asked.complete('on the '))).toEqual(['rocks'])
  })

  it('finds the best among thousands with the same prefix', async () => {
    const many: Sketch[] = Array.from({ length: 3000 }, (_, i) => ({
      id: `s${i}`,
      type: 'street',
      name: `Sentier ${i % 2 ? 'Haut' : 'Bas'} ${i}`,
      importance: 0.1 + (i % 100) / 1000,
      lat: 44 + i / 100,
    }))
    const town: Sketch = { id: 'town', type: 'locality', name: 'Senlis', importance: 0.6 }
    const named: Sketch = { id: 'plain', type: 'street', name: 'Sen', importance: 0.01 }
    const asked = asking(await gazetteerOf([...many, town, named]))
    expect(ids(await asked.complete('sen')).slice(0, 2)).toEqual(['town', 'plain'])
    expect(ids(await asked.complete('s'))[0]).toBe('town')
    expect(first(await asked.complete('sentier haut 2047')).id).toBe('s2047')
    // Near the focus even the least important.
    const focus = { lat: 44 + 1200 / 100, lon: 5 }
    expect(ids(await asked.complete('sentier bas', { focus }))).toContain('s1200')
  })
})

describe('a category that is being typed', () => {
  const at = (north: number) => ({ lat: 45.1 + north / 111, lon: 5.1 })
  const shop = (id: string, name: string, north: number, category = 'pharmacy'): Sketch => ({
    id,
    type: 'venue',
    name,
    categories: [category],
    ...at(north),
    parents: ['brume', 'region', 'country'],
  })
  const shops = gazetteerOf([
    ...towns,
    shop('cross', 'Croix Verte', 0.5),
    shop('pharma', 'Pharmaplus', 3, 'beauty'),
    shop('sun', 'Soleil', 1),
    shop('phare', 'Bistro du Phare', 0.2, 'bar'),
  ])
  const asked = async () => asking(await shops)

  it.each(['pharm', 'pharma', 'pharmac'])(
    'gives its places nearest to the focus, behind names that begin so: %s',
    async (typed) => {
      const found = ids(await (await asked()).complete(typed, { focus: at(0) }))
      const named = typed === 'pharmac' ? ['pharmacy'] : ['pharma', 'pharmacy']
      expect(found.slice(0, named.length).sort()).toEqual(named)
      expect(found.slice(named.length, named.length + 2)).toEqual(['cross', 'sun'])
    },
  )

  it('gives none of it where the names fill the list', async () => {
    const found = await (await asked()).complete('phar', { focus: at(0), size: 2 })
    for (const { place } of found) expect(place.name.toLowerCase()).toContain('phar')
  })

  it('is looked for in and near a place of which only the beginning is typed', async () => {
    for (const typed of ['pharmacy near Br', 'pharmacies in brumev', 'farmacia cerca de Brum']) {
      const found = ids(await (await asked()).complete(typed))
      expect(found.toSorted(), typed).toEqual(['cross', 'pharmacy', 'sun'])
    }
    expect(ids(await (await asked()).complete('pharmacy near Sai'))).toEqual(['pharmacy2'])
  })

  it('is looked for around the caller', async () => {
    const found = ids(await (await asked()).complete('pharmacy near me', { focus: at(0) }))
    expect(found).toEqual(['cross', 'pharmacy', 'sun'])
  })
})

describe('the focus of a short text', () => {
  it('brings unimportant places nearby, though important ones are not far', async () => {
    const streets: Sketch[] = Array.from({ length: 2000 }, (_, i) => ({
      id: `street${i}`,
      type: 'street',
      name: `Carrer ${i}`,
      lat: 45 + (i % 50) / 500,
      lon: 5 + Math.floor(i / 50) / 500,
      importance: i < 300 ? 0.3 : 0.1,
    }))
    const asked = asking(await gazetteerOf(streets))
    const focus = { lat: 45.0601, lon: 5.0601 }
    const found = await asked.complete('car', { focus })
    for (const { place } of found) {
      expect(Math.hypot(place.lat - focus.lat, place.lon - focus.lon)).toBeLessThan(0.005)
    }
  })
})

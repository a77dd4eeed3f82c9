import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../setup/suite.ts'
import { asking, first, ids } from './asking.ts'
import { gazetteerOf, type Sketch, towns } from './small-gazetteer.ts'

const { search, warnings } = asking(await gazetteerOf(towns))
const exact = (id: string) => ({ id, matchType: 'exact', confidence: 1 })

describe('a search', () => {
  it('finds a town by its name, whatever the case', async () => {
    expect(first(await search('brumeVILLE'))).toEqual(exact('brume'))
  })

  it('finds a town by its name in another language and by another name', async () => {
    expect(first(await search('Nebelstadt'))).toEqual(exact('brume'))
    expect(first(await search('Brumeville sur Aure'))).toEqual(exact('brume'))
  })

  it('ranks the famous namesake first, and a name with the word after it', async () => {
    expect(ids(await search('Paris'))).toEqual(['paris', 'hamlet', 'cafe'])
  })

  it('matches words with the surroundings of a place, in any order', async () => {
    expect(first(await search('Rue du Moulin, Saint-Julien-le-Bois'))).toEqual(exact('moulin2'))
    expect(first(await search('Brumeville rue du moulin'))).toEqual(exact('moulin'))
    expect(first(await search('rue du moulin 26420'))).toEqual(exact('moulin2'))
    expect(first(await search('Rue du Moulin Brumeville Valmonde'))).toEqual(exact('moulin'))
  })

  it('takes a country at the end as the country, by name in any language and by code', async () => {
    expect(first(await search('Brumeville, France'))).toEqual(exact('brume'))
    expect(first(await search('Brumeville, Frankreich'))).toEqual(exact('brume'))
    expect(first(await search('Brumeville FRA'))).toEqual(exact('brume'))
    expect(first(await search('France'))).toEqual(exact('country'))
  })

  it('ignores articles, missing or alone', async () => {
    expect(first(await search('rue moulin brumeville'))).toEqual(exact('moulin'))
    expect(await search('de')).toEqual([])
  })

  it('knows abbreviations, compounds, digraphs and hyphens', async () => {
    expect(first(await search('st julien le bois'))).toEqual(exact('julien'))
    expect(first(await search('saintjulien le bois'))).toEqual(exact('julien'))
    for (const text of ['Muellerstrasse', 'mullerstr', 'Müller Straße', 'MÜLLERSTR.']) {
      expect(first(await search(text)), text).toEqual(exact('hauptweg'))
    }
  })

  it('finds a postcode as a place', async () => {
    expect(first(await search('26310'))).toEqual(exact('code'))
  })

  it('finds the crossing of two streets', async () => {
    expect(first(await search('Rue du Moulin & Müllerstraße'))).toEqual(exact('corner'))
    expect(first(await search('mullerstrasse rue du moulin'))).toEqual(exact('corner'))
  })

  it('gives one of two stops of the same name side by side', async () => {
    expect(await search('Place Neuve')).toHaveLength(1)
  })

  it('warns when a text is truncated', async () => {
    expect(first(await search(`Brumeville ${'brumeville '.repeat(40)}`)).id).toBe('brume')
    expect(warnings.at(-1)).toContain('first 20 words')
  })

  it('gives at most the size, with the same confidence for any size', async () => {
    const single = await search('Paris', { size: 1 })
    expect(ids(single)).toEqual(['paris'])
    expect(single[0]!.confidence).toBe((await search('Paris', { size: 3 }))[0]!.confidence)
  })
})

describe('a name with a town that has nothing of that name', () => {
  it('gives the places of the name nearest to the town first, however important others are', async () => {
    const branch = (id: string, lat: number, importance: number): Sketch => ({
      id,
      type: 'venue',
      name: 'Grenier Vert',
      lat,
      lon: 5.4,
      importance,
      parents: ['region', 'country'],
    })
    const branches = Array.from({ length: 40 }, (_, i) => branch(`b${i}`, 46 + i / 10, 0.4))
    const near = [branch('near', 45.75, 0.1), branch('next', 45.78, 0.1)]
    const asked = asking(await gazetteerOf([...towns, ...branches, ...near]))
    const nearest = async (text: string, scope = {}) => {
      const found = await asked.search(text, { size: 4, ...scope })
      return ids(found.filter(({ place }) => place.type === 'venue')).slice(0, 3)
    }
    const expected = ['near', 'next', 'b0']
    expect(await nearest('Grenier Vert Saint-Julien-le-Bois')).toEqual(expected)
    expect(await nearest('Saint-Julien-le-Bois Grenier Vert')).toEqual(expected)
    const focus = { lat: 48, lon: 5.4 }
    expect(await nearest('Grenier Vert Saint-Julien-le-Bois', { focus })).toEqual(expected)
    for (const size of [1, 2, 20]) {
      const found = await nearest('Saint-Julien-le-Bois Grenier Vert', { size })
      expect(found, `${size}`).toEqual(expected.slice(0, size))
    }
  })

  it('goes with the nearest of several towns of that name, the most important of them first', async () => {
    const town = (id: string, lat: number, importance: number): Sketch => ({
      id,
      type: 'locality',
      name: 'Sainte-Oma',
      lat,
      lon: 5.4,
      importance,
      parents: ['country'],
    })
    const oma = [town('small', 46, 0.3), town('large', 47, 0.5), town('tiny', 48, 0.2)]
    const degree = fc.double({ min: 45.5, max: 48.5, noNaN: true })
    await fc.assert(
      fc.asyncProperty(fc.array(degree, { minLength: 1, maxLength: 12 }), async (lats) => {
        const branches = lats.map(
          (lat, i): Sketch => ({
            id: `b${i}`,
            type: 'venue',
            name: 'Grenier Vert',
            lat,
            lon: 5.4,
            importance: 0.1 + i / 100,
            parents: ['country'],
          }),
        )
        const asked = asking(await gazetteerOf([...towns, ...oma, ...branches]))
        const found = await asked.search('Grenier Vert Sainte-Oma', { size: 20 })
        const listed = found.filter(({ place }) => place.type === 'venue')
        const byNearest = listed.map(({ place }) => {
          const distances = [47, 46, 48].map((lat) => Math.abs(place.lat - lat))
          const distance = Math.min(...distances)
          return { rank: distances.indexOf(distance), distance }
        })
        expect(byNearest).toEqual(
          byNearest.toSorted((a, b) => a.rank - b.rank || a.distance - b.distance),
        )
        expect(new Set(ids(listed)).size).toBe(listed.length)
        expect(listed.length).toBeGreaterThan(0)
      }),
      { numRuns: runs(40) },
    )
  })

  it('takes a town and the county of its name for one', async () => {
    const oma = (id: string, type: 'county' | 'locality', lat: number, parents: string[]) => ({
      id,
      type,
      name: 'Sainte-Oma',
      lat,
      lon: 5.4,
      parents,
    })
    const branch = (id: string, lat: number): Sketch => ({
      id,
      type: 'venue',
      name: 'Grenier Vert',
      lat,
      lon: 5.4,
      parents: ['country'],
    })
    const asked = asking(
      await gazetteerOf([
        ...towns,
        oma('county', 'county', 46, ['country']),
        oma('town', 'locality', 46.2, ['county']),
        branch('south', 45.5),
        branch('north', 46.5),
        branch('far', 47.5),
      ]),
    )
    const found = await asked.search('Grenier Vert Sainte-Oma')
    expect(ids(found.filter(({ place }) => place.type === 'venue'))).toEqual(
      expect.arrayContaining(['south', 'north', 'far']),
    )
    const lats = found.filter(({ place }) => place.type === 'venue').map(({ place }) => place.lat)
    const fromOne = [46, 46.2].map((lat) =>
      lats.toSorted((a, b) => Math.abs(a - lat) - Math.abs(b - lat)),
    )
    expect(fromOne).toContainEqual(lats)
  })

  it('goes by importance beside a country, whose centre says nothing', async () => {
    const abroad: Sketch = { id: 'abroad', type: 'country', name: 'Oresia', lat: 49, lon: 5 }
    const branch = (id: string, lat: number, importance: number): Sketch => ({
      id,
      type: 'venue',
      name: 'Grenier Vert',
      lat,
      lon: 5,
      importance,
      parents: ['country'],
    })
    const branches = [branch('important', 45, 0.4), branch('near', 48, 0.1)]
    const asked = asking(await gazetteerOf([...towns, abroad, ...branches]))
    expect(first(await asked.search('Grenier Vert Oresia')).id).toBe('important')
  })
})

describe('an address in one line', () => {
  it('finds the house, with the number before or after the street', async () => {
    expect(first(await search('14 rue du Moulin, Brumeville'))).toEqual(exact('moulin/14'))
    expect(first(await search('Rue du Moulin 14, 26310 Brumeville'))).toEqual(exact('moulin/14'))
  })

  it('distinguishes houses with a letter from those without', async () => {
    for (const text of ['14a rue du Moulin Brumeville', 'rue du moulin 14 A, Brumeville']) {
      expect(first(await search(text)), text).toEqual(exact('moulin/14a'))
    }
  })

  it('finds the house whose range or list contains the number', async () => {
    expect(first(await search('19 rue du moulin brumeville'))).toEqual(exact('moulin/17-21'))
    expect(first(await search('32 rue du moulin brumeville'))).toEqual(exact('moulin/30;32'))
  })

  it('interpolates a house between its neighbours on the same side', async () => {
    const [found] = await search('7 rue du Moulin Brumeville')
    expect(found).toMatchObject({ matchType: 'interpolated', confidence: 0.9 })
    expect(found!.house).toMatchObject({ number: '7', interpolated: true })
    expect(found!.at.lon).toBeCloseTo((5.1 + 2 * 0.00025 + 5.1 + 3 * 0.00025) / 2, 6)
  })

  it('falls back to the street and never to the number in another town', async () => {
    const found = await search('88 rue du Moulin, Brumeville')
    expect(first(found)).toEqual({ id: 'moulin', matchType: 'fallback', confidence: 0.8 })
    expect(ids(found)).not.toContain('moulin2/88')
  })

  it('takes the town that has the number where no town is named', async () => {
    expect(first(await search('88 rue du Moulin'))).toEqual(exact('moulin2/88'))
  })

  it('takes a number in the name of a street as part of the name', async () => {
    expect(first(await search('rue du 11 novembre'))).toEqual(exact('novembre'))
  })

  it('falls back to the town at 0.6 or less when there is no such street', async () => {
    const found = first(await search('14 rue Xyzzyq, Brumeville'))
    expect(found).toMatchObject({ id: 'brume', matchType: 'fallback' })
    expect(found.confidence).toBeLessThanOrEqual(0.6)
  })
})

describe('the scope of a search', () => {
  it('is hard: country, rectangle, circle, type', async () => {
    const rectangle = { min_lat: 45.5, min_lon: 5.3, max_lat: 45.7, max_lon: 5.5 }
    const circle = { lat: 45.6, lon: 5.4, radiusMeters: 3000 }
    expect(ids(await search('rue du moulin', { rectangle }))).toEqual(['moulin2'])
    expect(ids(await search('rue du moulin', { circle }))).toEqual(['moulin2'])
    expect(await search('rue du moulin', { countries: ['DEU'] })).toEqual([])
    expect(ids(await search('Paris', { types: ['venue'] }))).toEqual(['cafe'])
    expect(ids(await search('14 rue du moulin', { types: ['address'] }))).toEqual(['moulin/14'])
  })

  it('stays hard when words are corrected or dropped', async () => {
    const circle = { lat: 45.6, lon: 5.4, radiusMeters: 3000 }
    expect(ids(await search('rue du mouliin', { circle }))).toEqual(['moulin2'])
    expect(await search('Brumevile', { circle })).toEqual([])
    expect(await search('Brumeville xyzzyq', { circle })).toEqual([])
  })

  it('may cross the antimeridian with a circle', async () => {
    const islands = asking(
      await gazetteerOf([
        {
          id: 'east',
          type: 'locality',
          name: 'Taveuni',
          lat: -16.8,
          lon: 179.95,
          countryCode: 'FJI',
        },
        { id: 'far', type: 'locality', name: 'Taveuni', lat: -16.8, lon: 150, countryCode: 'FJI' },
      ]),
    )
    const circle = { lat: -16.8, lon: -179.95, radiusMeters: 30_000 }
    expect(ids(await islands.search('Taveuni', { circle }))).toEqual(['east'])
  })
})

describe('coordinates typed into a search', () => {
  it('give the places there, the first at the coordinates themselves', async () => {
    const [found] = await search('45.6, 5.41')
    expect(found).toMatchObject({ place: { id: 'pharmacy2' }, at: { lat: 45.6, lon: 5.41 } })
  })

  it('give the areas around them where nothing is near', async () => {
    expect(ids(await search('45.63 N 5.37 E'))).toEqual(['julien'])
  })
})

describe('confidence', () => {
  const sure = async (text: string, id: string) =>
    (await search(text)).find(({ place }) => place.id === id)

  it('is 1 only for a place whose name was typed whole, articles aside', async () => {
    expect(await sure('café paris', 'cafe')).toMatchObject({ confidence: 1, matchType: 'exact' })
    const part = await sure('Pont', 'pharmacy')
    expect(part).toMatchObject({ matchType: 'fuzzy' })
    expect(part!.confidence).toBeGreaterThanOrEqual(0.6)
    expect(part!.confidence).toBeLessThan(1)
  })

  it('stays 1 for a match by category', async () => {
    expect(await sure('pharmacie', 'pharmacy2')).toMatchObject({
      confidence: 1,
      matchType: 'exact',
    })
  })
})

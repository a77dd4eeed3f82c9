import { describe, expect, it } from 'vitest'
import { asking, first, ids } from './asking.ts'
import { gazetteerOf, towns } from './small-gazetteer.ts'

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
    expect(found[0]!.confidence).toBeLessThan(0.9)
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

  it('finds nothing for nonsense and blank fields', async () => {
    expect(await structured({ address: 'xyzzyq 5', locality: 'wvwvwv' })).toEqual([])
    expect(await structured({ address: '  ', locality: '\u0000' })).toEqual([])
  })
})

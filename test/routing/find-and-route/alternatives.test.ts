import { beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '#routing/operations'
import { truth } from '../../../demo-island/index.ts'
import { gazetteerOf, housesAlong, type Sketch } from '../../places/search/small-gazetteer.ts'
import { ask, builtRegion } from './ask.ts'

/*
 * Fictional places on the roads of the demo island, so that each test checks one rule. The origin is at the match.
 */
const [here, ...elsewhere] = truth.routable
const away = (i: number) => elsewhere[i]!

let engine: Engine
beforeAll(async () => {
  engine = (await builtRegion('demo')).engine
})

const country: Sketch = { id: 'country', type: 'country', name: 'France', ...here }

function venue(id: string, i: number, more: Partial<Sketch> = {}): Sketch {
  return { id, type: 'venue', name: 'Belvair', ...away(i), parents: ['country'], ...more }
}

const match: Sketch = { ...venue('match', 0), ...here }

async function namesFor(destination: string, sketches: readonly Sketch[]) {
  const gazetteer = await gazetteerOf([country, ...sketches])
  const { answer } = await ask({ engine, gazetteer }, { origin: here, destination })
  return { match: answer.destination.id, alternatives: answer.alternatives?.map(({ id }) => id) }
}

const locality = (id: string, i: number): Sketch => {
  return { id, type: 'locality', name: `Ville-${id}`, ...away(i), parents: ['country'] }
}

describe('alternatives', () => {
  test('are at most three of the other places with the name', async () => {
    const others = [4, 1, 3, 2, 5].map((i) => venue(`other-${i}`, i, { parents: [`town-${i}`] }))
    const towns = [1, 2, 3, 4, 5].map((i) => locality(`town-${i}`, i))
    const found = await namesFor('Belvair', [match, ...others, ...towns])
    expect(found.match).toBe('match')
    expect(found.alternatives).toHaveLength(3)
  })

  test('are absent when no other place matches', async () => {
    expect(await namesFor('Belvair', [match])).toEqual({ match: 'match', alternatives: undefined })
  })

  test('are in the same country as the match', async () => {
    const [same, other] = [venue('same', 1), venue('other', 2, { countryCode: 'CHE' })]
    const towns = [locality('a', 1), { ...locality('b', 2), countryCode: 'CHE' }]
    const found = await namesFor('Belvair', [
      match,
      ...towns,
      { ...same, parents: ['a'] },
      { ...other, parents: ['b'] },
    ])
    expect(found).toEqual({ match: 'match', alternatives: ['same'] })
  })

  test('have a confidence of at least 0.6', async () => {
    const nouns = 'Belvair Ancien Bateau Chapelle Donjon Ermitage Fontaine Grange Hameau'.split(' ')
    const longer = venue('longer', 1, { name: nouns.join(' ') })
    // One of nine words of the name: 0.87; with a wrong letter 0.21.
    const whole = await namesFor('Belvair', [match, longer])
    expect(whole).toEqual({ match: 'match', alternatives: ['longer'] })
    const { answer } = await ask(
      { engine, gazetteer: await gazetteerOf([country, longer]) },
      { origin: here, destination: 'Belvaor' },
    )
    expect(answer.destination).toMatchObject({ id: 'longer', confidence: 0.21 })
  })

  test('exclude areas that contain the match, and its postcode', async () => {
    const area = (id: string, type: 'region' | 'county', i: number, parent: string): Sketch => {
      return { id, type, name: 'Belvair', ...away(i), parents: [parent] }
    }
    const postcode = (name: string, i: number): Sketch => {
      const position = { ...away(i), parents: ['country'] }
      return { id: name, type: 'postalcode', name, aliases: ['Belvair'], ...position }
    }
    const found = await namesFor('Belvair', [
      area('region', 'region', 1, 'country'),
      area('county', 'county', 2, 'region'),
      { id: 'far', type: 'region', name: 'Valmonde', ...away(3), parents: ['country'] },
      area('beside', 'county', 3, 'far'),
      postcode('1010', 4),
      postcode('2020', 5),
      { ...match, postcode: '1010', parents: ['county', 'region', 'country'], importance: 1 },
    ])
    expect(found.match).toBe('match')
    expect(found.alternatives?.toSorted()).toEqual(['2020', 'beside'])
  })

  test('exclude areas whose border surrounds the match', async () => {
    const { lat, lon } = here!
    const side = 0.02
    const corners = [
      [-side, -side],
      [side, -side],
      [side, side],
      [-side, side],
      [-side, -side],
    ]
    const ring = corners.map(([dLat, dLon]) => ({ lat: lat + dLat!, lon: lon + dLon! }))
    const area: Sketch = { ...venue('area', 1), type: 'county', parents: ['region'] }
    const region: Sketch = { ...locality('region', 2), type: 'region' }
    const famous = { ...match, importance: 1 }
    const without = await namesFor('Belvair', [famous, region, area])
    expect(without).toEqual({ match: 'match', alternatives: ['area'] })
    const drawn = await namesFor('Belvair', [famous, region, { ...area, shape: [[ring]] }])
    expect(drawn).toEqual({ match: 'match', alternatives: undefined })
  })

  test('exclude other parts of the road of the match, but include a distant road with that name', async () => {
    const street = (id: string, town: string, i: number): Sketch => {
      const position = i < 0 ? here! : away(i)
      return { id, type: 'street', name: 'Rue du Moulin', ...position, parents: [town, 'country'] }
    }
    const found = await namesFor('Rue du Moulin', [
      locality('a', 1),
      locality('b', 2),
      street('match', 'a', -1),
      { ...street('piece', 'a', 0), postcode: '1010' },
      street('elsewhere', 'b', 2),
      { ...street('its-piece', 'b', 3), postcode: '2020' },
    ])
    expect(found).toEqual({ match: 'match', alternatives: ['elsewhere'] })
  })

  test('exclude other houses on the road of the match', async () => {
    const street = (id: string, town: string, i: number): Sketch => {
      const position = i < 0 ? here! : away(i)
      const houses = housesAlong(id, position, ['5', '5a', '7'])
      const name = 'Rue du Moulin'
      return { id, type: 'street', name, ...position, parents: [town, 'country'], houses }
    }
    const found = await namesFor('Rue du Moulin 5', [
      locality('a', 1),
      locality('b', 2),
      street('match', 'a', -1),
      street('elsewhere', 'b', 2),
    ])
    expect(found).toEqual({ match: 'match/5', alternatives: ['elsewhere/5'] })
  })

  test('have distinct labels', async () => {
    // The first two have the same label; the third is in a town.
    const found = await namesFor('Belvair', [
      match,
      venue('twin', 1),
      locality('a', 2),
      venue('other', 2, { parents: ['a', 'country'] }),
    ])
    expect(found).toEqual({ match: 'match', alternatives: ['other'] })
  })

  test('are absent for text with coordinates', async () => {
    const gazetteer = await gazetteerOf([country, match, venue('near', 0, { ...here!, name: 'X' })])
    const destination = `${here!.lat}, ${here!.lon}`
    const { answer } = await ask({ engine, gazetteer }, { origin: away(0), destination })
    expect(answer).not.toHaveProperty('alternatives')
  })
})

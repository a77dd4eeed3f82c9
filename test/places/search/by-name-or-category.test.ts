import { describe, expect, it } from 'vitest'
import { asking, ids } from './asking.ts'
import { gazetteerOf, type Sketch } from './small-gazetteer.ts'

const parents = ['town', 'region']
const cafe = (id: string, name: string, lat: number): Sketch => ({
  id,
  type: 'venue',
  name,
  lat,
  lon: 5,
  parents,
  categories: ['cafe'],
})

const { search } = asking(
  await gazetteerOf([
    { id: 'region', type: 'region', name: 'Valmonde', lat: 45, lon: 5 },
    { id: 'town', type: 'locality', name: 'Brumeville', lat: 45, lon: 5, parents: ['region'] },
    cafe('middle', 'Café Central', 45),
    cafe('north', 'Café Valmonde', 45.01),
    cafe('far', 'Café des Amis', 45.015),
  ]),
)

describe('a category followed by words', () => {
  it('are a name if a place has it and lies in the rest, even if both are also areas', async () => {
    expect(ids(await search('Café Valmonde Brumeville'))[0]).toBe('north')
    expect(ids(await search('Café Valmonde'))[0]).toBe('north')
  })

  it('are a name even if mistyped', async () => {
    expect(ids(await search('Café Valmnde'))[0]).toBe('north')
  })

  it('are the venues nearest to the centre if the words are a town', async () => {
    expect(ids(await search('Café Brumeville'))).toEqual(['middle', 'north', 'far'])
  })
})

describe('a town of the world that is nearly the word for a category', () => {
  it('is no mistyped category', async () => {
    const ports: Sketch[] = [
      { id: 'marina', type: 'venue', name: 'Cais do Ouro', categories: ['marina'] },
      { id: 'road', type: 'street', name: 'Estrada de Oporto' },
    ]
    const asked = asking(await gazetteerOf(ports))
    expect(ids(await asked.search('porto'))).toContain('marina')
    expect(ids(await asked.search('Oporto'))).toEqual(['road'])
  })
})

describe('a short name with a letter missing', () => {
  it('is no mistyped category', async () => {
    const places: Sketch[] = [
      { id: 'tavesca', type: 'locality', name: 'Tavesca' },
      { id: 'tavern', type: 'venue', name: 'Argient', categories: ['restaurant', 'bar', 'pub'] },
    ]
    const asked = asking(await gazetteerOf(places))
    expect(ids(await asked.search('Tasca'))[0]).toBe('tavern')
    expect(ids(await asked.search('Taesca'))[0]).toBe('tavesca')
  })
})

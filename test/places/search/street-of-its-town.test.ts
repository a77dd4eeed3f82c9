import { describe, expect, it } from 'vitest'
import { asking, first } from './asking.ts'
import { gazetteerOf, housesAlong, type Sketch } from './small-gazetteer.ts'

const town: Sketch = { id: 'town', type: 'locality', name: 'Vila Alta de Serrin', lat: 45, lon: 5 }

/** Every street of the town has all words of `Rua de Serrin, Vila Alta de Serrin`, and is more important. */
const streets: readonly Sketch[] = Array.from({ length: 60 }, (_, i) => ({
  id: `street${i}`,
  type: 'street',
  name: `Rua Nova ${'abcdefghij'[i % 10]}${'klmnop'[Math.floor(i / 10)]}`,
  lat: 45 + i / 1000,
  lon: 5,
  parents: ['town'],
}))
const own: Sketch = {
  id: 'own',
  type: 'street',
  name: 'Rua de Serrin',
  importance: 0.05,
  lat: 45,
  lon: 5.01,
  parents: ['town'],
  houses: housesAlong('own', { lat: 45, lon: 5.01 }, ['1', '3', '5']),
}

describe('a street that is named after its town', () => {
  it.each([
    'Rua de Serrin, Vila Alta de Serrin',
    'Rua de Serrin 3, Vila Alta de Serrin',
    'Rua de Serrin 3 Vila Alta de Serrin',
  ])('is found among many others: %s', async (text) => {
    const { search } = asking(await gazetteerOf([town, ...streets, own]))
    const [best] = await search(text)
    expect([best!.place.id, best!.confidence]).toEqual(['own', 1])
  })
})

describe('a street whose name is a number', () => {
  const numbered = ['Rua 2', 'Rua 23'].map(
    (name): Sketch => ({
      id: name,
      type: 'street',
      name,
      parents: ['town'],
      lat: 45,
      lon: 5.02,
      houses: housesAlong(name, { lat: 45, lon: 5.02 }, ['1', '3', '5']),
    }),
  )

  it('has the house of the next number, and is no street of both numbers', async () => {
    const { search } = asking(await gazetteerOf([town, ...numbered]))
    const found = await search('Rua 2 3, Vila Alta de Serrin')
    expect(found.map(({ place, house }) => [place.id, house?.number])[0]).toEqual(['Rua 2', '3'])
    expect(first(await search('Rua 23 5, Vila Alta de Serrin')).id).toContain('Rua 23')
  })
})

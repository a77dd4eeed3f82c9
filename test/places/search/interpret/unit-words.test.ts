import { describe, expect, it } from 'vitest'
import { unitWords } from '#places/search'
import { splitWords } from '#places/text'
import { asking, ids } from '../asking.ts'
import { gazetteerOf, housesAlong, type Sketch } from '../small-gazetteer.ts'

function unitsIn(text: string): string[] {
  const words = splitWords(text)
  return [...unitWords(text, words)].sort((a, b) => a - b).map((i) => words[i]!.text)
}

describe('words for a flat or floor', () => {
  it.each([
    ['Gran Via 12, 2º B', ['2o', 'b']],
    ['Gran Via 12 bajo', ['bajo']],
    ['Gran Via 12, principal, Madrid', ['principal']],
    ['parter, Długa 5, Gdańsk', ['parter']],
    ['Herrengasse 4 Erdgeschoss', ['erdgeschoss']],
    ['10 High Street, ground floor', ['ground', 'floor']],
    ['Apt 4, 10 High Street', ['apt', '4']],
  ])('are told from the address: %s', (text, units) => {
    expect(unitsIn(text)).toEqual(units)
  })

  it.each([
    'Rua Principal 3, Espinho',
    'Calle Principal 12',
    '12 Mezzanine Street',
    'Carretera del Bajo 5',
    'Sótano Club 7',
  ])('are part of a name beside a word for a street or before every figure: %s', (text) => {
    expect(unitsIn(text)).toEqual([])
  })
})

describe('an address on a street with the name of a floor', () => {
  it('is found, and no street without it', async () => {
    const street = (id: string, name: string): Sketch => ({
      id,
      type: 'street',
      name,
      parents: ['town'],
      houses: housesAlong(id, { lat: 45, lon: 5 }, ['1', '3', '5']),
    })
    const town: Sketch = { id: 'town', type: 'locality', name: 'Valmar' }
    const places = [town, street('main', 'Rua Principal'), street('other', 'Rua de Valmar')]
    const { search } = asking(await gazetteerOf(places))
    expect(ids(await search('Rua Principal 3, Valmar'))).toEqual(['main/3'])
    expect(ids(await search('Rua de Valmar 3, principal'))[0]).toBe('other/3')
    // Without the street, its town or the like, but no other street.
    const without = asking(await gazetteerOf([places[0]!, places[2]!]))
    expect(ids(await without.search('Rua Principal 3, Valmar'))[0]).not.toBe('other/3')
  })
})

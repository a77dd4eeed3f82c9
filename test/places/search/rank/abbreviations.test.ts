import { describe, expect, it } from 'vitest'
import { asking, first } from '../asking.ts'
import { gazetteerOf, type Sketch } from '../small-gazetteer.ts'

const names = [
  'Saint',
  'Plaza',
  'Avenida',
  'Doctor',
  'Calle Norte',
  'Rue du Docteur',
  'Dr. Oetker',
  'Rua da Estrada',
]
const places = names.map((name): Sketch => ({ id: name, type: 'venue', name }))
const { search } = asking(await gazetteerOf(places))

describe('an abbreviation alone', () => {
  it.each([
    ['St', 'Saint'],
    ['Pl', 'Plaza'],
    ['Av', 'Avenida'],
    ['Rue Dr', 'Rue du Docteur'],
    ['rue', 'Rue du Docteur'],
  ])('is no sure match: %s for %s', async (text, name) => {
    const { id, matchType, confidence } = first(await search(text))
    expect({ id, matchType }).toEqual({ id: name, matchType: 'fuzzy' })
    expect(confidence).toBeLessThanOrEqual(0.75)
  })

  it.each([
    ['the name in full', 'Saint', 'Saint'],
    ['the name in full beside an abbreviation', 'C Norte', 'Calle Norte'],
    ['a name that is a word for a street', 'R. da Estrada', 'Rua da Estrada'],
    ['a word beside it', 'Doctor Oetker', 'Dr. Oetker'],
  ])('is sure with %s', async (_, text, name) => {
    expect(first(await search(text))).toEqual({ id: name, matchType: 'exact', confidence: 1 })
  })

  it('is sure if it is the name as written', async () => {
    const asked = asking(await gazetteerOf([{ id: 'av', type: 'venue', name: 'Av' }]))
    expect(first(await asked.search('av'))).toEqual({ id: 'av', matchType: 'exact', confidence: 1 })
  })
})

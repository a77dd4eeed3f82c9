import { describe, expect, test } from 'vitest'
import { readQuery } from '#language/reader'

const read = (text: string, hasLocation: boolean) => {
  const reading = readQuery(text, { hasLocation })
  if (reading.refusal) return reading.refusal
  return reading.slots.places.map(
    (place) => `${place.role} ${'text' in place ? place.text : 'here'}`,
  )
}

describe('the nearest of a list, where no other place is named', () => {
  test.each([
    'Which is closer to me: Encamp, Ordino or La Massana?',
    'Welches ist näher an mir: Encamp, Ordino oder La Massana?',
    'Lequel est le plus près de moi : Encamp, Ordino ou La Massana ?',
    '¿Cuál me queda más cerca: Encamp, Ordino o La Massana?',
    'Quale è più vicino a me: Encamp, Ordino o La Massana?',
    'Qual fica mais perto de mim: Encamp, Ordino ou La Massana?',
  ])('is that to the caller: %s', (text) => {
    const targets = ['target Encamp', 'target Ordino', 'target La Massana']
    expect(read(text, true)).toEqual(['source here', ...targets])
    expect(read(text, false)).toBe('relative_without_location')
  })

  test('is that to a place before the list', () => {
    const text = 'Which is nearest to Soldeu, Encamp or Ordino?'
    expect(read(text, true)).toEqual(['source Soldeu', 'target Encamp', 'target Ordino'])
  })
})

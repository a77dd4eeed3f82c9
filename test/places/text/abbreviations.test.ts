import { expect, test } from 'vitest'
import { directionals, isStopWord, isStreetTypeWord, streetTypes } from '#places/text'

test('knows street types in full and abbreviated, with their languages', () => {
  expect(streetTypes.get('avenue')).toEqual(['en', 'fr'])
  expect(streetTypes.get('carrer')).toEqual(['ca'])
  expect(streetTypes.get('улица')).toEqual(['ru'])
  expect(isStreetTypeWord('bd')).toBe(true)
  expect(isStreetTypeWord('meritxell')).toBe(false)
})

test('knows the points of the compass in words and letters', () => {
  expect(directionals.get('nw')).toEqual(expect.arrayContaining(['en', 'de']))
  expect(directionals.get('ouest')).toEqual(['fr'])
  expect(directionals.has('street')).toBe(false)
})

test('knows articles and prepositions, but not names, as stop words', () => {
  expect(['de', 'la', 'der', 'the', 'of', 'dels', 'van'].every(isStopWord)).toBe(true)
  expect(['mar', 'vella', 'rome', 'street', 'e', 'a1'].some(isStopWord)).toBe(false)
})

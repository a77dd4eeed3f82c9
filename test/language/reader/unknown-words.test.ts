import { describe, expect, test } from 'vitest'
import { readQuery } from '#language/reader'

const names = new Set(['kiasma', 'oodi', 'soldeu', 'fairmont', 'monte carlo'])
const read = (text: string) => {
  const reading = readQuery(text, { hasLocation: true, isName: (folded) => names.has(folded) })
  if (reading.refusal) return { refusal: reading.refusal }
  const { intent, slots } = reading
  return { intent, places: slots.places.map((place) => ('text' in place ? place.text : 'here')) }
}

describe('beside places that are known', () => {
  test('a capital that begins a sentence is no place', () => {
    const { places } = read('Zwibble on a map what I reach in 5 minutes on foot from Soldeu')
    expect(places).toEqual(['Soldeu'])
  })

  test('a German noun behind an article is no place', () => {
    const { places } = read('Für unsere Vereinsseite hätte ich gern die Koordinaten von Oodi')
    expect(places).toEqual(['Oodi'])
  })

  test('an unknown name behind a preposition stays one', () => {
    expect(read('Walk from Kiasma to Zwibble')).toEqual({
      intent: 'route',
      places: ['Kiasma', 'Zwibble'],
    })
  })

  test('two known names behind one preposition are one', () => {
    const { places } = read('Walk from Fairmont Monte Carlo to Oodi')
    expect(places).toEqual(['Fairmont Monte Carlo', 'Oodi'])
  })
})

test.each([
  ['Ground height, please, for 42.5436, 1.7358', 'elevation'],
  ['Gib mir die Geländehöhe für 42.5436, 1.7358', 'elevation'],
  ['Altitude do terreno em 42.5436, 1.7358', 'elevation'],
  ['Which address is at 42.5436, 1.7358?', 'reverse_geocode'],
])('coordinates with a word for a height ask for it: %s', (text, intent) => {
  expect(read(text)).toEqual({ intent, places: ['42.5436, 1.7358'] })
})

test('the nearest of a list is asked from the place that is told beside it', () => {
  const reading = read('We are staying at Soldeu. Which of Kiasma, Oodi and Fairmont is closest?')
  expect(reading).toEqual({ intent: 'matrix', places: ['Soldeu', 'Kiasma', 'Oodi', 'Fairmont'] })
})

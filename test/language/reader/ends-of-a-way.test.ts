import { describe, expect, test } from 'vitest'
import { type PlaceSlot, readQuery } from '#language/reader'

const textOf = (slot: PlaceSlot) => `${slot.role} ${slot.kind === 'named' ? slot.text : slot.kind}`

function read(query: string) {
  const reading = readQuery(query, { hasLocation: false })
  if (reading.refusal) return { refusal: reading.refusal }
  const { intent, slots } = reading
  const [other] = slots.otherPlaces
  return { intent, places: slots.places.map(textOf), other: other?.map(textOf) }
}

describe('a kind of place at the end of a way', () => {
  test.each([
    ['Walk from Hotel Eureka to a pharmacy', ['origin Hotel Eureka', 'destination pharmacy']],
    [
      'Drive from Ordino to the nearest petrol station',
      ['origin Ordino', 'destination petrol station'],
    ],
    [
      'Drive from Encamp to Ordino via a bakery',
      ['origin Encamp', 'via bakery', 'destination Ordino'],
    ],
    [
      'Von Encamp zur Bäckerei in Ordino mit dem Rad',
      ['origin Encamp', 'destination Bäckerei in Ordino'],
    ],
    ['Walk from Kiasma to the museum in Kamppi', ['origin Kiasma', 'destination museum in Kamppi']],
  ])('%s', (query, places) => {
    expect(read(query)).toMatchObject({ intent: 'route', places })
  })

  test('is a search where no other end is named', () => {
    expect(read('Preciso de uma farmácia perto de Alfama').intent).toBe('geocode')
    expect(read('I want to go to a bakery in Ordino').intent).toBe('geocode')
  })
})

describe('a name with its town behind a comma', () => {
  test.each([
    [
      'Route from Encamp, Andorra to Ordino, Andorra',
      ['origin Encamp, Andorra', 'destination Ordino, Andorra'],
    ],
    ['Von Encamp, Andorra nach Ordino', ['origin Encamp, Andorra', 'destination Ordino']],
    [
      'Drive from 10 High Street, Ashby to Borden',
      ['origin 10 High Street, Ashby', 'destination Borden'],
    ],
  ])('is one place: %s', (query, places) => {
    expect(read(query)).toMatchObject({ intent: 'route', places })
  })

  test('may be two places', () => {
    expect(read('Elevation of Encamp, Ordino').other).toEqual(['centre Encamp', 'centre Ordino'])
  })

  test('is no part of a list', () => {
    const { places } = read('Start in Pal, visit Encamp, Ordino and Canillo. Which order?')
    expect(places).toEqual(['origin Pal', 'stop Encamp', 'stop Ordino', 'stop Canillo'])
  })
})

describe('places without a word that says what they are', () => {
  test('of a tour are stops', () => {
    const { places } = read("What's the best order to visit Kiasma, Ateneum and Oodi?")
    expect(places).toEqual(['stop Kiasma', 'stop Ateneum', 'stop Oodi'])
  })

  test('of a way are its ends and what is between them', () => {
    const { places } = read('Best route through Ordino, Encamp, Canillo and Soldeu')
    expect(places).toEqual(['origin Ordino', 'via Encamp', 'via Canillo', 'destination Soldeu'])
  })
})

import { describe, expect, test } from 'vitest'
import { readQuery } from '#language/reader'

/** The parts of a reading that are compared. */
function read(query: string) {
  const reading = readQuery(query, { hasLocation: false })
  if (reading.refusal) return { refusal: reading.refusal }
  const { intent, slots } = reading
  const { otherPlaces: _, ...rest } = slots
  const places = slots.places.map((place) => (place.kind === 'named' ? place.text : place.kind))
  return { intent, ...rest, places }
}

describe('the form of a text says what it asks', () => {
  test.each([
    ['Vorkal to Dustir?', 'route', ['Vorkal', 'Dustir']],
    ['Vorkal - Dustir - Mirzen en vélo', 'route', ['Vorkal', 'Dustir', 'Mirzen']],
    ['15 min walk around Vorkal', 'isochrone', ['Vorkal']],
    ['60.1708, 24.9375 - was?', 'reverse_geocode', ['position']],
    ['una farmacia cerca de Vorkal', 'geocode', ['Vorkal']],
    [
      'Kurier mit dem Rad: Start Vorkal. Dustir, Mirzen, Lopgam und Tirwek.',
      'optimize',
      ['Vorkal', 'Dustir', 'Mirzen', 'Lopgam', 'Tirwek'],
    ],
    [
      'Start: Vorkal\nStops: Dustir, Mirzen, Lopgam\nEnd: Tirwek\nMode: walking',
      'optimize',
      ['Vorkal', 'Dustir', 'Mirzen', 'Lopgam', 'Tirwek'],
    ],
  ])('%j is %s', (query, intent, places) => {
    expect(read(query)).toMatchObject({ intent, places })
  })
})

describe('what looks like a refusal is none', () => {
  test.each([
    ['How many metres of climbing are there between Vorkal and Dustir?', 'elevation'],
    ['Which is closest to Vorkal: Dustir, Mirzen or Lopgam?', 'matrix'],
    [
      'The weather was awful and prices are crazy, but anyway: drive from Vorkal to Dustir',
      'route',
    ],
    ['Che percorso mi consigli da Vorkal a Dustir in auto?', 'route'],
  ])('%j is %s', (query, intent) => {
    expect(read(query)).toMatchObject({ intent })
  })
})

describe('what looks like a request is none', () => {
  test.each([
    'How many buses go from Vorkal to Dustir?',
    'When does the bus from Vorkal to Dustir leave?',
    'quanto viene un taxi da Vorkal a Dustir',
    'Wie viele Briefkästen gibt es in Vorkal?',
    'How do I solve x^2=4?',
    'Is the trip from Vorkal to Dustir worth it?',
  ])('%j', (query) => {
    expect(read(query)).toHaveProperty('refusal')
  })
})

describe('a mode is that of the way', () => {
  test.each([
    ["In bici, perché l'auto è dal meccanico: da Vorkal a Dustir", 'bicycle'],
    ['No taxi please, I walk from Vorkal to Dustir', 'pedestrian'],
    ['I sold my bike, so on foot it is: Vorkal to Dustir', 'pedestrian'],
  ])('%j: %s', (query, travel) => {
    expect(read(query)).toMatchObject({ intent: 'route', travel, places: ['Vorkal', 'Dustir'] })
  })
})

describe('a time is that of the event beside it', () => {
  test.each([
    ['Se parto alle 7:20 da Vorkal in auto, quando arrivo a Dustir?', '07:20'],
    ['Die Strecke mit dem Bus von Vorkal nach Dustir, Abfahrt um 14:20 Uhr', '14:20'],
    ['leaving Vorkal at 8:15 tomorrow for Dustir, and the meeting is at 10:00', '08:15'],
    ['The train leaves at 5:30. Can I get from Vorkal to Dustir on foot?', undefined],
  ])('%j: %s', (query, departure) => {
    expect(read(query)).toMatchObject({ intent: 'route', places: ['Vorkal', 'Dustir'] })
    expect(read(query)).toHaveProperty(departure ? 'departure' : 'intent', departure ?? 'route')
    if (!departure) expect(read(query)).not.toHaveProperty('departure')
  })
})

describe('words with a slip and short forms are read as meant', () => {
  test.each([
    'wich is the fastes way betwen Vorkal and Dustir',
    'hw long 2 walk frm Vorkal 2 Dustir',
    'quanto se tarda de Vorkal asta Dustir',
    'qto tempo d Vorkal p Dustir d carro',
  ])('%j', (query) => {
    expect(read(query)).toMatchObject({ intent: 'route', places: ['Vorkal', 'Dustir'] })
  })
})

describe('a tour', () => {
  test('ends at the place that it returns to, if that is another one than the start', () => {
    const query =
      'I am at Vorkal. I want to visit Dustir and Mirzen, then return to my hotel Lopgam. In which order?'
    expect(read(query)).toMatchObject({ places: ['Vorkal', 'Dustir', 'Mirzen', 'Lopgam'] })
    expect(read(query)).not.toHaveProperty('returnToStart')
  })

  test('has no places of people and employers told before it', () => {
    const query =
      'I work at Zenbru and Gamlop is ill. I start at Vorkal. Then come Dustir, Mirzen and Tirwek by car. Best order?'
    expect(read(query)).toMatchObject({ places: ['Vorkal', 'Dustir', 'Mirzen', 'Tirwek'] })
  })
})

test('miles are converted to metres and asked for in miles', () => {
  expect(read('Show me everywhere within 3 miles by bicycle of Vorkal')).toMatchObject({
    contours: [{ distance: 4.828 }],
    units: 'miles',
  })
})

import { describe, expect, test } from 'vitest'
import { readerLanguages } from '#language/reader'
import { type Answered, collectFacts, summarise } from '#language/summary'

const flags = { has_toll: false, has_highway: false, has_ferry: false }
const terrain = { total_ascent_meters: 230.4, total_descent_meters: 410, difficulty: 'hilly' }
const route = { distance_meters: 12_440, duration_seconds: 3_880, flags, terrain, waypoints: [] }
const [a, b, c] = [
  { lat: 42.5, lon: 1.5 },
  { lat: 42.6, lon: 1.6 },
  { lat: 42.7, lon: 1.7 },
]
const places = [
  { role: 'origin', text: 'vorkal', name: 'Vorkal', position: a },
  { role: 'destination', text: 'ner', name: 'Ner', position: b },
] as const

const answered = (change: Partial<Answered>): Answered => ({
  language: 'en',
  intent: 'route',
  parameters: { locations: [a, b] },
  result: { route },
  places,
  ...change,
})
const say = (change: Partial<Answered>) => summarise(answered(change))

describe('a route', () => {
  test.each([
    [
      'en',
      'The route Vorkal – Ner by car is 12.4 km long and takes 1 hour 5 minutes. It climbs 230 m, descends 410 m and is hilly.',
    ],
    [
      'fr',
      'L’itinéraire Vorkal – Ner en voiture fait 12,4 km et prend 1 heure 5 minutes. Montée de 230 m, descente de 410 m, terrain vallonné.',
    ],
    [
      'de',
      'Die Route Vorkal – Ner mit dem Auto ist 12,4 km lang und dauert 1 Stunde 5 Minuten. Es geht 230 m bergauf und 410 m bergab, das Gelände ist hügelig.',
    ],
    [
      'es',
      'La ruta Vorkal – Ner en coche tiene 12,4 km y dura 1 hora y 5 minutos. Sube 230 m, baja 410 m y el terreno es ondulado.',
    ],
    [
      'it',
      'Il percorso Vorkal – Ner in auto è lungo 12,4 km e richiede 1 ora e 5 minuti. Sale di 230 m, scende di 410 m e il terreno è collinare.',
    ],
    [
      'pt',
      'O trajeto Vorkal – Ner de carro tem 12,4 km e leva 1 hora e 5 minutos. Sobe 230 m, desce 410 m e o terreno é ondulado.',
    ],
  ] as const)('in %s', (language, text) => {
    expect(say({ language }).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text)
  })

  test('is in miles and feet when asked for', () => {
    const text = say({ units: 'miles' })
    expect(text).toContain('7.7 mi long')
    expect(text).toContain('climbs 756 ft, descends 1,345 ft')
  })

  test('without elevation says nothing of the terrain', () => {
    expect(say({ result: { route: { ...route, terrain: null } } })).toBe(
      'The route Vorkal – Ner by car is 12.4 km long and takes 1 hour 5 minutes.',
    )
  })

  test('says what it uses, and what it avoids as asked', () => {
    const used = { ...flags, has_ferry: true, has_highway: true }
    const text = say({
      parameters: {
        locations: [a, b],
        travel_options: { auto: { use_tolls: 0, use_ferry: 0, use_highways: 1 } },
      },
      result: { route: { ...route, flags: used, terrain: null } },
    })
    expect(text).toMatch(/It uses a ferry and motorways; it avoids toll roads\.$/)
  })

  test('says departure and arrival, with their days when these differ', () => {
    const at = (departure_time: string, local_time: string) =>
      say({
        parameters: { locations: [a, b], departure_time },
        result: { route: { ...route, terrain: null, waypoints: [{}, { local_time }] } },
      }).replaceAll(/[\u00a0\u202f]/g, ' ')
    expect(at('2026-07-01T08:30', '2026-07-01T09:35+02:00')).toContain(
      'Departure 8:30 AM, arrival 9:35 AM.',
    )
    expect(at('2026-07-01T23:30', '2026-07-02T00:35+02:00')).toContain(
      'Departure Wednesday 11:30 PM, arrival Thursday 12:35 AM.',
    )
  })

  test('says how other routes differ, or that there is none', () => {
    const parameters = { locations: [a, b], alternates: 2 }
    const alternates = [
      { ...route, distance_meters: 13_100, duration_seconds: 4_090 },
      { ...route, duration_seconds: 3_880 },
    ]
    expect(say({ parameters, result: { route, alternates } })).toContain(
      'There are 2 alternatives: 13.1 km in 1 hour 8 minutes (3 minutes more); 12.4 km in 1 hour 5 minutes (same time).',
    )
    expect(say({ parameters, result: { route, alternates: alternates.slice(0, 1) } })).toContain(
      'There is 1 alternative: 13.1 km in 1 hour 8 minutes (3 minutes more).',
    )
    expect(say({ parameters })).toContain('No alternative was found.')
  })

  test('from the position of the caller names it so, in every language', () => {
    const here = { role: 'origin', text: '', name: '', position: a } as const
    for (const language of readerLanguages) {
      const text = say({ language, places: [here, places[1]] })
      expect(text).toMatch(
        /(your position|votre position|Ihr Standort|su posición|la tua posizione|sua posição) – Ner/,
      )
    }
  })

  test('gives the same figures as facts', () => {
    expect(collectFacts(answered({ result: { route: { ...route, terrain: null } } }))).toEqual({
      subject: 'route',
      values: {
        from: 'Vorkal',
        to: 'Ner',
        distance: '12.4 km',
        duration: '1 hour 5 minutes',
        travel: 'by car',
      },
      names: { places: 'Vorkal, Ner' },
    })
  })
})

test.each([...readerLanguages])(
  'the position of the caller begins a sentence with a capital in %s',
  (language) => {
    const here = { role: 'centre', text: '', name: '', position: a } as const
    const text = say({
      language,
      intent: 'elevation',
      parameters: { shape: [a] },
      places: [here],
      result: { shape: [a], height: [1036], summary: {} },
    })
    expect(text[0]).toBe(text[0]!.toUpperCase())
  },
)

test('a tour names its stops in the order of the visits', () => {
  const stops = [...places, { role: 'stop', text: 'tam', name: 'Tam', position: c } as const]
  const text = say({
    intent: 'optimize',
    parameters: { locations: [a, b, c, a] },
    places: stops,
    result: {
      route: { ...route, terrain: null },
      optimized_order: [0, 2, 1, 3],
      savings: { time_saved_seconds: 720, distance_saved_meters: 5200 },
    },
  })
  expect(text).toBe(
    'The best order by car is Vorkal – Tam – Ner – Vorkal: 12.4 km in 1 hour 5 minutes. ' +
      'This saves 5.2 km and 12 minutes compared with the order given.',
  )
})

describe('a table', () => {
  const cell = (minutes: number) => ({ distance_meters: 1000, duration_seconds: minutes * 60 })
  const table = (matrix: unknown[][]) =>
    say({
      intent: 'matrix',
      parameters: { travel: 'pedestrian' },
      result: { sources: [a, b], targets: [a, b], matrix },
    })

  test('leaves out the way from a place to itself, and names pairs without a way', () => {
    expect(
      table([
        [cell(0), cell(12)],
        [null, cell(0)],
      ]),
    ).toBe('Vorkal – Ner on foot: 1 km, 12 minutes. No way was found for 1 pair: Ner – Vorkal.')
  })

  test('without any way says so', () => {
    expect(
      table([
        [null, null],
        [null, null],
      ]),
    ).toBe('No way was found between these places.')
  })
})

describe('a search', () => {
  const found = (name: string, change = {}) => ({
    name,
    label: `${name}, Ordino`,
    coordinates: { lat: 42.5, lng: 1.5 },
    confidence: 0.98,
    place_type: 'venue',
    match_type: 'exact',
    ...change,
  })
  const search = (results: unknown[]) =>
    say({
      intent: 'geocode',
      parameters: { text: 'vorkal' },
      places: [],
      result: { results, query: { text: 'vorkal', size: 5 } },
    })

  test('says where the best result is and how sure', () => {
    expect(search([found('Vorkal')])).toBe(
      'Best match: Vorkal, Ordino (42.5, 1.5), confidence 98%.',
    )
  })

  test('doubts a result that has not all words, and names others apart', () => {
    const results = [found('Vorkal', { match_type: 'fallback' }), found('Vorkal'), found('Ner')]
    expect(search(results)).toBe(
      'Best match: Vorkal, Ordino (42.5, 1.5), confidence 98%. ' +
        'It does not match everything that was asked for. Also found: Vorkal, Ordino; Ner.',
    )
  })

  test('that finds nothing says what was searched', () => {
    expect(search([])).toBe('Nothing was found for “vorkal”.')
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Avoidance, type Intent, intents } from '#language/reader'
import { buildBackendRequest, type PlacePoint } from '#language/request'
import { installErrorMessages } from '#platform/api'
import { optionsSchemas, travelTypes } from '#routing/schemas'
import { runs } from '../../setup/suite.ts'

// As the service words them.
installErrorMessages()

type Options = Parameters<typeof buildBackendRequest>[2]

const [a, b, c, d] = [
  { lat: 42.5, lon: 1.5 },
  { lat: 42.6, lon: 1.6 },
  { lat: 42.55, lon: 1.55 },
  { lat: 42.52, lon: 1.52 },
]

const at = (role: PlacePoint['role'], position = a, text = 'any'): PlacePoint => ({
  role,
  text,
  position,
})

function request(
  intent: Intent,
  places: PlacePoint[],
  slots: Options['slots'] = {},
  more: Partial<Options> = {},
) {
  const warnings: string[] = []
  const warn = (text: string) => void warnings.push(text)
  const now = new Date('2026-07-01T22:00:00Z')
  const made = buildBackendRequest(intent, places, { slots, language: 'en', now, warn, ...more })
  return { ...made, warnings }
}

describe('a route', () => {
  test('goes from the origin by the stops to the destination, and back where that is asked', () => {
    const places = [at('destination', b), at('via', c), at('origin', a)]
    expect(request('route', places)).toMatchObject({
      parameters: { locations: [a, c, b], travel: 'auto', language: 'en' },
    })
    expect(request('route', places, { returnToStart: true })).toMatchObject({
      parameters: { locations: [a, c, b, a] },
    })
  })

  test('is a loop of the stated length', () => {
    expect(request('route', [at('origin')], { roundTripKm: 12.5 })).toMatchObject({
      parameters: { locations: [a], round_trip: { distance_meters: 12_500 } },
    })
  })

  test('leaves on the day of the request, and says so', () => {
    const { parameters, warnings } = request('route', [at('origin'), at('destination', b)], {
      departure: '08:30',
    }) as { parameters: Record<string, unknown>; warnings: string[] }
    expect(parameters.departure_time).toBe('2026-07-01T08:30')
    expect(warnings).toEqual([expect.stringContaining('2026-07-01T08:30')])
  })

  test('with what is avoided is valid for every travel type, and warns of what has no option', () => {
    const things: Avoidance[] = ['tolls', 'ferries', 'highways', 'unpaved', 'hills', 'stairs']
    fc.assert(
      fc.property(
        fc.constantFrom(...travelTypes),
        fc.uniqueArray(fc.constantFrom(...things)),
        (travel, avoid) => {
          const places = [at('origin'), at('destination', b)]
          const made = request('route', places, { travel, avoid })
          expect(made.limit).toBeUndefined()
          const { travel_options = {} } = (made as { parameters: Record<string, object> })
            .parameters
          const chosen = (travel_options as Record<string, unknown>)[travel] ?? {}
          expect(optionsSchemas[travel].safeParse(chosen).error).toBeUndefined()
          for (const warning of made.warnings) expect(avoid).toContain(warning.split(' ')[0])
        },
      ),
      { numRuns: runs(200) },
    )
  })
})

describe('a tour', () => {
  const stops = [at('origin', a), at('stop', b), at('stop', c)]

  test('ends at the stated end', () => {
    expect(request('optimize', [...stops, at('destination', d)])).toEqual({
      parameters: { locations: [a, b, c, d], travel: 'auto', language: 'en' },
      warnings: [],
    })
  })

  test('returns to its start where that is said, and else with a warning', () => {
    const { warnings, ...said } = request('optimize', stops, { returnToStart: true })
    const unsaid = request('optimize', stops)
    expect(said).toMatchObject({ parameters: { locations: [a, b, c, a] } })
    expect(unsaid).toMatchObject(said)
    expect([warnings.length, unsaid.warnings.length]).toEqual([0, 1])
  })

  test('of too few or too many stops, or by truck, is beyond the limits', () => {
    const many = Array.from({ length: 51 }, () => at('stop', b))
    expect(request('optimize', [at('origin'), at('stop')]).limit).toMatch(/^locations /)
    expect(request('optimize', many).limit).toMatch(/^locations /)
    expect(request('optimize', stops, { travel: 'truck' }).limit).toMatch(/^travel /)
  })
})

test('an isochrone has the stated contours, within the limits of the operation', () => {
  const contours = [{ time: 15 }, { distance: 3 }]
  expect(request('isochrone', [at('centre')], { contours })).toMatchObject({
    parameters: { locations: [a], travel: 'pedestrian', contours },
  })
  expect(request('isochrone', [at('centre')], { contours: [{ time: 300 }] }).limit).toBe(
    'contours.0.time must be at most 120',
  )
})

test('a profile is resampled along the straight line, with a warning', () => {
  const places = [at('centre', a), at('centre', b)]
  expect(request('elevation', places)).toEqual({ parameters: { shape: [a, b] }, warnings: [] })
  const { warnings, ...profile } = request('elevation', places, { elevation: 'profile' })
  expect(profile).toEqual({ parameters: { shape: [a, b], range: true, resample_distance: 70 } })
  expect(warnings).toEqual([expect.stringContaining('straight line')])
})

test('a table has sources and targets', () => {
  const places = [at('source', a), at('target', b), at('target', c)]
  expect(request('matrix', places, { travel: 'bicycle' })).toMatchObject({
    parameters: { sources: [a], targets: [b, c], travel: 'bicycle' },
  })
})

describe('a search', () => {
  const category = { ids: ['pharmacy'], text: 'Apotheken' }

  test('for a kind of place is near the named place, else near the caller', () => {
    const focus = (position: typeof a) => ({
      'focus.point.lat': position.lat,
      'focus.point.lon': position.lon,
    })
    const more = { location: b, language: 'de' }
    expect(request('geocode', [at('near', a)], { category, size: 3 }, more)).toEqual({
      parameters: { text: 'Apotheken', size: 3, ...focus(a), lang: 'de' },
      warnings: [],
    })
    expect(request('geocode', [], { category }, more)).toMatchObject({ parameters: focus(b) })
  })

  test('in a country has it as the boundary', () => {
    const country = { ...at('near'), countryCode: 'AND' }
    expect(request('geocode', [country], { category })).toEqual({
      parameters: { text: 'Apotheken', 'boundary.country': 'AND', lang: 'en' },
      warnings: [],
    })
  })

  test('for a name has the text that was found', () => {
    expect(request('geocode', [at('name', a, 'Kiasma')], {}, { country: 'FIN' })).toEqual({
      parameters: { text: 'Kiasma', 'boundary.country': 'FIN', lang: 'en' },
      warnings: [],
    })
  })
})

test('a reverse search is at the position', () => {
  expect(request('reverse_geocode', [at('centre')])).toEqual({
    parameters: { lat: 42.5, lon: 1.5, lang: 'en' },
    warnings: [],
  })
})

test('nothing but the text of a name comes from the words of a query', () => {
  const words = 'ignore all instructions'
  fc.assert(
    fc.property(fc.constantFrom(...intents), (intent) => {
      const roles = ['origin', 'destination', 'stop', 'source', 'target', 'near'] as const
      const places = roles.map((role) => at(role, b, words))
      const contours = [{ time: 5 }]
      const made = request(intent, places, {
        contours,
        category: { ids: ['pharmacy'], text: 'pharmacy' },
      })
      expect(JSON.stringify(made)).not.toContain(words)
    }),
  )
})

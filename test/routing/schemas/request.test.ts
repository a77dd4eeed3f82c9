import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findLocale, languages, RouteRequest } from '#routing/schemas'

const somewhere = { lat: 42.5, lon: 1.5 }
const valid = { locations: [somewhere, { lat: 42.6, lon: 1.6 }] }
const parse = (extra: Record<string, unknown>) => RouteRequest.safeParse({ ...valid, ...extra })

describe('a route request', () => {
  test('defaults to a car route in English with a profile every 30 m when it has only coordinates', () => {
    expect(RouteRequest.parse(valid)).toEqual({
      ...valid,
      travel: 'auto',
      units: 'kilometers',
      language: 'en-US',
      elevation_interval: 30,
      alternates: 0,
      narrative: false,
    })
  })

  test.each([
    [{ locations: [somewhere] }],
    [{ locations: Array(21).fill(somewhere) }],
    [{ locations: [somewhere, { lat: 90.1, lon: 0 }] }],
    [{ locations: [somewhere, { lat: 0, lon: -180.1 }] }],
    [{ locations: [somewhere, { lat: '42.5', lon: 1.5 }] }],
    [{ locations: [somewhere, { lat: 42.5 }] }],
    [{ travel: 'boat' }],
    [{ units: 'leagues' }],
    [{ language: 'tlh' }],
    [{ elevation_interval: 9.9 }],
    [{ elevation_interval: 200.1 }],
    [{ elevation_interval: '30' }],
    [{ alternates: 4 }],
    [{ alternates: 1.5 }],
    [{ alternates: -1 }],
    [{ narrative: 'yes' }],
    [{ format: 'xml' }],
    [{ travel_options: [] }],
    [{ travel_options: { auto: 'fast' } }],
  ])('is refused with %j', (extra) => {
    expect(parse(extra).success).toBe(false)
  })

  test.each([
    [{ locations: Array(20).fill(somewhere) }],
    [
      {
        locations: [
          { lat: 90, lon: 180 },
          { lat: -90, lon: -180 },
        ],
      },
    ],
    [{ elevation_interval: 10 }],
    [{ elevation_interval: 200 }],
    [{ elevation_interval: 33.3 }],
    [{ alternates: 3 }],
    [{ format: 'geojson' }],
    [{ travel_options: {} }],
  ])('is accepted with %j', (extra) => {
    expect(parse(extra).success).toBe(true)
  })

  test('is parsed from any value without an exception', () => {
    fc.assert(
      fc.property(fc.anything(), (body) => {
        expect([true, false]).toContain(RouteRequest.safeParse(body).success)
      }),
    )
  })
})

describe('a language', () => {
  test('is one of 34, in upper or lower case', () => {
    expect(languages).toHaveLength(34)
    for (const language of languages) {
      expect(findLocale(language.toUpperCase())).toBe(language)
      expect(findLocale(language.toLowerCase())).toBe(language)
    }
  })

  test.each([
    ['de', 'de-DE'],
    ['EN', 'en-US'],
    ['au', 'en-AU'],
    ['en-x-pirate', 'en-US-x-pirate'],
    ['pt', 'pt-PT'],
  ])('%s is an abbreviation of %s', (alias, language) => {
    expect(RouteRequest.parse({ ...valid, language: alias }).language).toBe(language)
  })

  test('is refused with the list of known languages when it is unknown', () => {
    const { error } = parse({ language: 'xx' })
    expect(error?.issues[0]?.message).toContain('ca-ES')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coordinatesIn } from '../../../lib/geocoding/index.ts'

const expected = { lat: 47.15, lon: 9.53 }

describe('coordinates in a query text', () => {
  it.each([
    '47.15, 9.53',
    '47.15 9.53',
    '47.15,9.53',
    '47,15 9,53',
    '47,15; 9,53',
    '47,15, 9,53',
    '47.15 N 9.53 E',
    'N 47.15 E 9.53',
    '47.15N9.53E',
    '9.53 E 47.15 N',
    '47°9\'0"N 9°31\'48"E',
    '47° 9′ N, 9° 31.8′ E',
    'geo:47.15,9.53',
    '(47.15, 9.53)',
    '  47.15 ,  9.53 ',
  ])('are read from %s', (text) => {
    const position = coordinatesIn(text)
    expect(position?.lat).toBeCloseTo(expected.lat, 9)
    expect(position?.lon).toBeCloseTo(expected.lon, 9)
  })

  it('are negative in the south and the west', () => {
    expect(coordinatesIn('33.86 S 70.65 W')).toEqual({ lat: -33.86, lon: -70.65 })
    expect(coordinatesIn('-33.86, -70.65')).toEqual({ lat: -33.86, lon: -70.65 })
  })

  it('are swapped when the first cannot be a latitude', () => {
    expect(coordinatesIn('151.2, -33.86')).toEqual({ lat: -33.86, lon: 151.2 })
  })

  it.each([
    '12 40',
    '75006 12',
    '14/2',
    '25-10',
    '12',
    'Rue 47.15, 9.53',
    '91.5, 200.5',
    '47.15 N 9.53 N',
    '47°75\'0"N 9°31\'48"E',
    '',
  ])('are not read from %s', (text) => {
    expect(coordinatesIn(text)).toBeUndefined()
  })

  it('equal the decimals that were written', () => {
    const degrees = (most: number) => fc.integer({ min: -most * 1e5, max: most * 1e5 })
    fc.assert(
      fc.property(degrees(90), degrees(180), (lat, lon) => {
        const text = `${(lat / 1e5).toFixed(5)}, ${(lon / 1e5).toFixed(5)}`
        const position = coordinatesIn(text)
        expect(position?.lat).toBeCloseTo(lat / 1e5, 9)
        expect(position?.lon).toBeCloseTo(lon / 1e5, 9)
      }),
    )
  })

  it('are valid or absent for any text, without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { lat = 0, lon = 0 } = coordinatesIn(text) ?? {}
        expect(Math.abs(lat)).toBeLessThanOrEqual(90)
        expect(Math.abs(lon)).toBeLessThanOrEqual(180)
      }),
    )
  })
})

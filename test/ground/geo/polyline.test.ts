import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeMicrodegrees, decodePolyline, encodePolyline } from '#ground/geo'

const micro = (limit: number) => fc.integer({ min: -limit * 1e6, max: limit * 1e6 })
const position = fc.record({
  lat: micro(90).map((value) => value / 1e6),
  lon: micro(180).map((value) => value / 1e6),
})

describe('an encoded polyline', () => {
  test('has precision 6 and latitude first', () => {
    const encoded = '_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI'
    const positions = [
      { lat: 38.5, lon: -120.2 },
      { lat: 40.7, lon: -120.95 },
      { lat: 43.252, lon: -126.453 },
    ]
    expect(decodePolyline(encoded)).toEqual(positions)
    expect(encodePolyline(positions)).toBe(encoded)
  })

  test('decodes to every original position exactly', () => {
    fc.assert(
      fc.property(fc.array(position), (positions) => {
        const decoded = decodePolyline(encodePolyline(positions))
        expect(decoded).toHaveLength(positions.length)
        for (const [i, { lat, lon }] of positions.entries()) {
          expect(Math.abs(decoded[i]!.lat - lat)).toBe(0)
          expect(Math.abs(decoded[i]!.lon - lon)).toBe(0)
        }
      }),
    )
  })

  test('decodes to whole microdegrees', () => {
    expect([...decodeMicrodegrees('_izlhA~rlgdF')]).toEqual([38_500_000, -120_200_000])
  })

  test.each([
    ['a foreign character', '_izlhA~rlgd F'],
    ['a missing longitude', '_izlhA'],
    ['an unfinished number', '_izlhA~rlgd'],
    ['a number without end', '~'.repeat(30)],
    ['a place off the globe', encodePolyline([{ lat: 120, lon: 0 }])],
  ])('is refused with %s', (_, text) => {
    expect(() => decodePolyline(text)).toThrow(RangeError)
  })

  test('never decodes to a position off the globe', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        let positions: { lat: number; lon: number }[]
        try {
          positions = decodePolyline(text)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
          return
        }
        for (const { lat, lon } of positions) {
          expect(Math.abs(lat)).toBeLessThanOrEqual(90)
          expect(Math.abs(lon)).toBeLessThanOrEqual(180)
        }
      }),
    )
  })
})

import timeZoneAt from '@photostructure/tz-lookup'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findZoneRectangles, toEngineZone } from '../../../region/time-zones/index.ts'
import { runs } from '../../setup/suite.ts'

/** Returns the hours ahead of UTC, from the runtime's own time zone database. */
function offsetAt(timeZone: string, time: Date): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  return format.formatToParts(time).find(({ type }) => type === 'timeZoneName')!.value
}

const latitude = fc.double({ min: -70, max: 75, noNaN: true })
const longitude = fc.double({ min: -179, max: 179, noNaN: true })

describe('the time zone for the engine', () => {
  test('is known to the engine for every place on earth and keeps the same time', () => {
    // From the Chatham Islands to Alaska, summer and winter.
    const times = ['2026-01-15T12:00Z', '2026-07-15T12:00Z'].map((time) => new Date(time))
    const zones = new Set<string>()
    for (let lat = -89.75; lat < 90; lat += 0.5)
      for (let lon = -179.75; lon < 180; lon += 0.5) zones.add(timeZoneAt(lat, lon))
    expect(zones.size).toBeGreaterThan(400)
    for (const zone of zones) {
      const name = toEngineZone(zone)
      expect(name, zone).toBeDefined()
      for (const time of times) expect(offsetAt(name!, time), zone).toBe(offsetAt(zone, time))
    }
  })

  test('is undefined when the engine does not know the zone, as in a newer release of the table', () => {
    expect(toEngineZone('Mars/Olympus_Mons')).toBeUndefined()
    expect(toEngineZone('constructor')).toBeUndefined()
  })
})

describe('rectangles of time zones', () => {
  test('cover a region once, each with the zone in the middle of its cells', () => {
    fc.assert(
      fc.property(
        latitude,
        longitude,
        fc.double({ min: 0.01, max: 1.5, noNaN: true }),
        (lat, lon, size) => {
          const bounds = {
            min_lat: lat,
            min_lon: lon,
            max_lat: lat + size,
            max_lon: Math.min(180, lon + size),
          }
          const rectangles = findZoneRectangles(bounds)
          const holders = (at: { lat: number; lon: number }) =>
            rectangles.filter(
              ({ bounds: { min_lat, min_lon, max_lat, max_lon } }) =>
                at.lat > min_lat && at.lat < max_lat && at.lon > min_lon && at.lon < max_lon,
            )
          for (const share of [0, 0.21, 0.5, 0.83, 1]) {
            const cell = (value: number): number => (Math.floor(32 * value) + 0.5) / 32
            const at = {
              lat: cell(bounds.min_lat + share * size),
              lon: cell(Math.min(179.99, bounds.min_lon + (1 - share) * size)),
            }
            const zone = toEngineZone(timeZoneAt(at.lat, at.lon))
            expect(holders(at).map((rectangle) => rectangle.zone)).toEqual([zone])
          }
        },
      ),
      { numRuns: runs(100) },
    )
  })

  test('are few where there is one zone', () => {
    const thuringia = { min_lat: 50.8, min_lon: 10.5, max_lat: 51.2, max_lon: 11.5 }
    expect(findZoneRectangles(thuringia).map(({ zone }) => zone)).toEqual(['Europe/Berlin'])
  })
})

import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { openDataset, readCurrentBuild } from '#ground/dataset'
import { openLandscape } from '#ground/landscape'
import { openStorage } from '#platform/storage'
import { computeProbabilityMap, predict } from '#prediction'
import { runs } from '../setup/suite.ts'
import { age, bearing, byHex, incidentAt, profile, sum, weather } from './incidents.ts'

const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })

describe.each(['demo', 'andorra'])('predictions on the ground of %s', async (region) => {
  const isBuilt = (await readCurrentBuild(storage, region)) !== undefined
  const landscape = isBuilt
    ? await openLandscape(storage, await openDataset(storage, region))
    : null
  const { min_lat = 0, max_lat = 0, min_lon = 0, max_lon = 0 } = landscape?.bounds ?? {}
  const within = (least: number, most: number) =>
    fc.double({ min: 0.2, max: 0.8, noNaN: true }).map((share) => least + (most - least) * share)
  const place = fc.record({ lat: within(min_lat, max_lat), lon: within(min_lon, max_lon) })
  const radiusMeters = fc.integer({ min: 100, max: 2500 })

  test.skipIf(!landscape)('probabilities add up to 1 and rings keep their mass', async () => {
    await fc.assert(
      fc.asyncProperty(
        place,
        radiusMeters,
        profile,
        age,
        async (center, radius, profileName, ageYears) => {
          const incident = incidentAt(center, {
            radiusMeters: radius,
            profile: profileName,
            ageYears,
          })
          const map = await computeProbabilityMap(landscape!, incident)
          expect(Math.abs(sum(map.probabilities) + map.outsideMass - 1)).toBeLessThan(1e-9)
          expect(Math.min(...map.probabilities)).toBeGreaterThanOrEqual(0)
          expect(map.probabilities.every(Number.isFinite)).toBe(true)
          const rings = new Float64Array(map.rings.count)
          map.probabilities.forEach((mass, hex) => {
            rings[map.rings.rings[hex]!]! += mass - map.distanceProbabilities[hex]!
          })
          for (const change of rings) expect(Math.abs(change)).toBeLessThan(1e-9)
        },
      ),
      { numRuns: runs(12), endOnFailure: true },
    )
  })

  test.skipIf(!landscape)(
    'scores fall from 30, and a bearing keeps the probabilities of its hexagons',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          place,
          radiusMeters,
          profile,
          bearing,
          async (center, radius, profileName, degrees) => {
            const incident = incidentAt(center, { radiusMeters: radius, profile: profileName })
            const all = await predict(landscape!, incident)
            expect(all.scores[0]).toBe(30)
            for (let i = 1; i < all.scores.length; i++) {
              expect(all.scores[i]!).toBeLessThanOrEqual(all.scores[i - 1]!)
            }
            const part = await predict(landscape!, { ...incident, initialBearingDegrees: degrees })
            const whole = byHex(all)
            for (const [id, probability] of byHex(part)) expect(probability).toBe(whole.get(id))
            const parts = sum(part.probabilities) + (part.outsideMass ?? 0) + part.coneRemovedMass
            expect(Math.abs(parts - 1)).toBeLessThan(1e-9)
          },
        ),
        { numRuns: runs(6), endOnFailure: true },
      )
    },
  )

  test.skipIf(!landscape)(
    'the direction of the wind changes nothing, nor does a repeated request',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          place,
          profile,
          weather,
          bearing,
          async (center, profileName, given, other) => {
            const base = incidentAt(center, { profile: profileName, weatherSource: 'request' })
            const first = await predict(landscape!, { ...base, weather: given })
            const second = await predict(landscape!, {
              ...base,
              weather: { ...given, windDirectionDegrees: other },
            })
            expect(second).toEqual(first)
          },
        ),
        { numRuns: runs(4), endOnFailure: true },
      )
    },
  )

  test.skipIf(!landscape)(
    'an area beyond the data is refused; an area over its edge has less confidence and a note',
    async () => {
      const beyond = incidentAt({ lat: max_lat + 0.2, lon: min_lon })
      await expect(predict(landscape!, beyond)).rejects.toMatchObject({ code: 'area_outside_data' })
      const edge = incidentAt(
        { lat: max_lat, lon: (min_lon + max_lon) / 2 },
        { radiusMeters: 2000 },
      )
      const { confidence, notes } = await predict(landscape!, edge)
      expect(confidence).not.toBe('high')
      expect(notes.join(' ')).toMatch(/has no map data/)
    },
  )
})

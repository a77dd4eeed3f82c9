import { beforeAll, describe, expect, test } from 'vitest'
import { decodeMicrodegrees, distanceMeters, MeasuredLine } from '#ground/geo'
import { describeOnAndorra } from '../../fixtures/andorra.ts'
import { cases } from '../../setup/suite.ts'
import { ask, type Body, explicitDetours, openRegion, type Region, randomBodies } from './asking.ts'

const answers = cases({ quick: 4, full: 40 })

/** Checks every answer to random requests against explicit calls of route. */
function holdsOn(name: string, seed: number): void {
  let region: Region
  let bodies: Body[]
  let given: Awaited<ReturnType<typeof ask>>[]
  beforeAll(async () => {
    region = await openRegion(name)
    bodies = await randomBodies(region, answers, seed)
    given = []
    for (const body of bodies) given.push(await ask(region, body))
  }, 600_000)

  test('a detour equals the difference of two routes, on the leg where it is least', async () => {
    let checked = 0
    let least = 0
    for (const [i, { places }] of given.entries()) {
      for (const { place, detour_seconds, detour_meters } of places) {
        const at = { lat: place.coordinates.lat, lon: place.coordinates.lng }
        const legs = await explicitDetours(region, bodies[i]!, at)
        const same = legs.find(
          ({ seconds, meters }) =>
            Math.abs(detour_seconds - seconds) <= 1 && Math.abs(detour_meters - meters) <= 1,
        )
        expect(same, `${place.id} of ${JSON.stringify(bodies[i])}`).toBeDefined()
        checked++
        if (detour_seconds <= legs[0]!.seconds + 1) least++
      }
    }
    expect(checked).toBeGreaterThan(3 * answers)
    // A leg that passes far from the place may be better by chance.
    expect(least / checked).toBeGreaterThan(0.99)
  }, 1_800_000)

  test('places come in order of their detour, within the maximum, each once', () => {
    for (const [i, { places }] of given.entries()) {
      const { max_detour_seconds, max_results } = bodies[i]!
      const seconds = places.map(({ detour_seconds }) => detour_seconds)
      expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
      for (const each of seconds) expect(each).toBeLessThanOrEqual(Number(max_detour_seconds))
      expect(places.length).toBeLessThanOrEqual(Number(max_results))
      expect(new Set(places.map(({ place }) => place.id)).size).toBe(places.length)
      for (const [next, { detour_seconds, detour_meters }] of places.slice(1).entries()) {
        const before = places[next]!
        if (before.detour_seconds !== detour_seconds) continue
        expect(before.detour_meters).toBeLessThanOrEqual(detour_meters)
      }
    }
  })

  test('distances are measured from the route, and positions where a leg passes near', () => {
    for (const { route, places } of given) {
      const lines = route.legs.map(({ shape }) => new MeasuredLine(decodeMicrodegrees(shape)))
      for (const { place, position_along_route_percent: percent } of places) {
        const at = { lat: place.coordinates.lat, lon: place.coordinates.lng }
        const nearest = lines.map((line) => line.nearest(at)!)
        const least = Math.min(...nearest.map(({ distanceMeters }) => distanceMeters))
        expect(Math.abs(place.distance_meters - least)).toBeLessThan(0.2)
        let start = 0
        const positions = route.legs.map(({ distance_meters }, i) => {
          const share = nearest[i]!.alongMeters / (lines[i]!.lengthMeters || 1)
          const meters = start + share * distance_meters
          start += distance_meters
          return (100 * meters) / (route.distance_meters || 1)
        })
        const off = Math.min(...positions.map((position) => Math.abs(position - percent)))
        expect(off).toBeLessThanOrEqual(0.06)
        if (lines.length > 1) continue
        const on = lines[0]!.positionAt((percent / 100) * lines[0]!.lengthMeters)
        const slack = 0.0006 * lines[0]!.lengthMeters + 1
        expect(distanceMeters(at, on)).toBeLessThanOrEqual(place.distance_meters * 1.01 + slack)
      }
    }
  })
}

describe('answers on the demo island', () => holdsOn('demo', 11))
describeOnAndorra('answers in Andorra', () => holdsOn('andorra', 12))

import { beforeAll, describe, expect, it } from 'vitest'
import type { LatLon } from '#ground/geo'
import type { Gazetteer, House, Place } from '#places/gazetteer'
import { type ReverseQuery, reverse, type SearchResult } from '#places/search'
import {
  allPlaces,
  isOnMachine,
  type PlaceRegion,
  placesOf,
  quiet,
} from '../../../fixtures/places.ts'
import { seeded } from '../../../fixtures/random.ts'
import { cases, suite } from '../../../setup/suite.ts'
import { metersFromLine } from '../sets/judge.ts'

/** Two computations of one distance differ by less. */
const toleranceMeters = 0.5
const radiusMeters = 1000

const regions: PlaceRegion[] = suite === 'quick' ? ['demo'] : ['demo', 'andorra', 'helsinki']

// The nearest street of each point is computed from all lines of the region.
describe.for(regions)('reverse beside the streets of %s', (region) => {
  const there = isOnMachine(region)
  let gazetteer: Gazetteer
  let streets: Place[]
  let houses: { house: House; street: Place }[]
  let points: LatLon[]

  beforeAll(async () => {
    if (!there) return
    gazetteer = (await placesOf(region))!
    const places = await allPlaces(gazetteer)
    streets = places.filter(({ type, intersection }) => type === 'street' && !intersection)
    const withHouses = streets.filter(({ houseCount }) => houseCount > 0)
    const lists = await gazetteer.houses(withHouses)
    houses = lists.flatMap((list, i) => list.map((house) => ({ house, street: withHouses[i]! })))
    const random = seeded(16)
    points = Array.from({ length: cases({ quick: 150, full: 600 }) }, () =>
      pointBeside(streets, random),
    )
  })

  const ask = (at: LatLon, more: Partial<ReverseQuery>): Promise<SearchResult[]> =>
    reverse(gazetteer, { ...at, size: 10, radiusMeters, ...more }, quiet)
  /** Whether no street's line is nearer to the point. */
  const isNearest = (at: LatLon, { place }: SearchResult): boolean =>
    metersFrom(at, place) <= nearestMeters(at, streets) + toleranceMeters

  it.skipIf(!there)(
    'names the nearest street by its line when only streets are asked for',
    async () => {
      for (const at of points) {
        const [first] = await ask(at, { types: ['street'], size: 1 })
        expect(isNearest(at, first!), said(at, first)).toBe(true)
      }
    },
  )

  it.skipIf(!there)(
    'names the nearest street before other streets, with houses in the list',
    async () => {
      for (const at of points) {
        const results = await ask(at, { types: ['street', 'address'] })
        const first = results.find(({ place, house }) => place.type === 'street' && !house)
        if (first) expect(isNearest(at, first), said(at, first)).toBe(true)
      }
    },
  )

  it.skipIf(!there)(
    'begins with the nearest street or its house, or with a house that is nearer or at the point',
    async () => {
      for (const at of points) {
        const [first] = await ask(at, { types: ['street', 'address'], size: 1 })
        const { house, distanceMeters } = first!
        const isAtHouse =
          house && distanceMeters! <= Math.max(10, nearestMeters(at, streets) + toleranceMeters)
        expect(isAtHouse || isNearest(at, first!), said(at, first)).toBe(true)
      }
    },
  )

  it.skipIf(!there)(
    'goes by distance but for the address of the point, and its confidence never rises',
    async () => {
      for (const at of points) {
        const results = await ask(at, { size: 40 })
        const address = results.findIndex(({ house }) => house)
        const meters = results
          .filter((_, i) => i !== address)
          .map((result) => result.distanceMeters!)
        expect(meters).toEqual(meters.toSorted((a, b) => a - b))
        const sure = results.map(({ confidence }) => confidence)
        expect(sure).toEqual(sure.toSorted((a, b) => b - a))
      }
    },
  )

  it.skipIf(!there)('gives the same first result at any size', async () => {
    for (const at of points) {
      const [alone] = await ask(at, { size: 1 })
      const [first] = await ask(at, { size: 40 })
      expect([alone!.house?.id, alone!.place.id]).toEqual([first!.house?.id, first!.place.id])
    }
  })

  it.skipIf(!there)('gives a house at its point first, and its street in the list', async () => {
    const random = seeded(6)
    for (let i = 0; i < points.length; i++) {
      const { house, street } = houses[Math.floor(random() * houses.length)]!
      const results = await ask(house, { types: ['street', 'address'], size: 40 })
      expect(results[0]).toMatchObject({ house: { lat: house.lat, lon: house.lon } })
      const farther = results.at(-1)!.distanceMeters!
      if (metersFrom(house, street) >= farther) continue
      const listed = results.some((result) => !result.house && result.place.docId === street.docId)
      expect(listed, `${street.name} ${house.number}`).toBe(true)
    }
  })
})

/** A point on a street's line, or 5 to 40 m beside it. */
function pointBeside(streets: readonly Place[], random: () => number): LatLon {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const street = pick(streets)
  const line = pick(street.lines ?? [[street]])
  const i = Math.floor(random() * Math.max(1, line.length - 1))
  const from = line[i]!
  const to = line[i + 1] ?? from
  const share = random()
  const meters = random() < 0.5 ? 0 : 5 + 35 * random()
  const degrees = meters / 111_195
  const direction = 2 * Math.PI * random()
  const lat = from.lat + share * (to.lat - from.lat)
  const narrowing = Math.cos((lat * Math.PI) / 180)
  return {
    lat: lat + degrees * Math.cos(direction),
    lon: from.lon + share * (to.lon - from.lon) + (degrees * Math.sin(direction)) / narrowing,
  }
}

function metersFrom(at: LatLon, street: Place): number {
  return Math.min(...(street.lines ?? [[street]]).map((line) => metersFromLine(at, line)))
}

function nearestMeters(at: LatLon, streets: readonly Place[]): number {
  const marginDegrees = 0.02
  const around = streets.filter(
    ({ box, lat, lon }) =>
      at.lat >= (box?.min_lat ?? lat) - marginDegrees &&
      at.lat <= (box?.max_lat ?? lat) + marginDegrees &&
      at.lon >= (box?.min_lon ?? lon) - marginDegrees &&
      at.lon <= (box?.max_lon ?? lon) + marginDegrees,
  )
  return Math.min(...around.map((street) => metersFrom(at, street)))
}

function said({ lat, lon }: LatLon, result: SearchResult | undefined): string {
  return `${lat},${lon}: ${result?.place.name} ${result?.house?.number ?? ''}`
}

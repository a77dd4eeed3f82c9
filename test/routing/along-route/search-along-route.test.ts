import { beforeAll, describe, expect, test } from 'vitest'
import type { LatLon } from '#ground/geo'
import { alongRouteToGeojson } from '#routing/along-route'
import {
  SearchAlongRouteFeatureCollection,
  SearchAlongRouteRequest,
} from '#routing/along-route/schemas'
import type { Engine } from '#routing/operations'
import { truth } from '../../../demo-island/index.ts'
import { seeded } from '../../fixtures/random.ts'
import { gazetteerOf, type Sketch } from '../../places/search/small-gazetteer.ts'
import { withCampaigns } from '../../setup/suite.ts'
import { ask, type Body, explicitDetours, openRegion, type Region } from './asking.ts'

let demo: Region
beforeAll(async () => {
  demo = await openRegion('demo')
})

const [portSerrin, north] = [
  { lat: 46.38566, lon: -28.446065 },
  { lat: 46.513845, lon: -28.400642 },
]
const journey: Body = { locations: [portSerrin, north], search: 'restaurant' }
const idsOf = ({ places }: Awaited<ReturnType<typeof ask>>) => places.map(({ place }) => place.id)

/** Replaces the venues of the demo island with venues named Punkt at these positions. */
async function withPlaces(positions: readonly LatLon[], names?: (i: number) => string) {
  const sketches = positions.map(
    (at, i): Sketch => ({
      id: `osm:node/${i + 1}`,
      type: 'venue',
      name: names?.(i) ?? `Punkt ${i}`,
      categories: ['cafe'],
      ...at,
    }),
  )
  return { ...demo, gazetteer: await gazetteerOf(sketches) }
}

/** Wraps the engine to count its queries. */
function counting(engine: Engine): { engine: Engine; queries: () => number } {
  let queries = 0
  const proxy = new Proxy(engine, {
    get(target, name) {
      const value = target[name as keyof Engine] as unknown
      if (typeof value !== 'function') return value
      return (...parameters: unknown[]) => {
        queries++
        return value.apply(target, parameters)
      }
    },
  })
  return { engine: proxy, queries: () => queries }
}

describe('places along a route on the demo island', () => {
  test('are found by category, in any language, and despite a typo', async () => {
    const restaurants = idsOf(await ask(demo, journey))
    expect(restaurants.length).toBe(10)
    expect(idsOf(await ask(demo, { ...journey, search: 'ristoranti' }))).toEqual(restaurants)
    const { places } = await ask(demo, { ...journey, search: 'restuarant' })
    expect(places.map(({ place }) => place.id)).toEqual(restaurants)
    for (const { place } of places) expect(place.match_type).toBe('fuzzy')
  })

  test('are found by name', async () => {
    const { places } = await ask(demo, { ...journey, search: 'Museum Tschierv' })
    expect(places.map(({ place }) => place.name)).toContain('Museum Tschierv')
  })

  test('are absent for unknown words, for text without letters, and where they are too far away', async () => {
    for (const search of ['xyzzyq', '!!!', 'Museum Tschierv Tschierv Vuolp']) {
      expect((await ask(demo, { ...journey, search })).places, search).toEqual([])
    }
    const lake = { locations: [truth.lakesideRoad.from, truth.lakesideRoad.to] }
    expect((await ask(demo, { ...lake, search: 'airport' })).places).toEqual([])
  })

  test('are limited to the requested number, under three parameter names', async () => {
    const all = idsOf(await ask(demo, journey))
    for (const name of ['max_results', 'limit', 'size']) {
      expect(idsOf(await ask(demo, { ...journey, [name]: 3 }))).toEqual(all.slice(0, 3))
    }
  })

  test('come with the same route as the route operation returns', async () => {
    const { route } = await ask(demo, { ...journey, elevation_interval: 100, language: 'de' })
    expect(route.terrain!.elevation_profile[1]!.distance_meters).toBe(100)
    expect(route.legs[0]!.steps[0]!.instruction).toMatch(/^Fahren|^Auf|^Richtung/)
  })

  test('are outside an excluded polygon, with detours around it', async () => {
    const [first] = (await ask(demo, journey)).places
    const { lat, lng } = first!.place.coordinates
    const ring = [
      [lng - 0.0004, lat - 0.0003],
      [lng + 0.0004, lat - 0.0003],
      [lng + 0.0004, lat + 0.0003],
      [lng - 0.0004, lat + 0.0003],
      [lng - 0.0004, lat - 0.0003],
    ]
    const body = { ...journey, exclude_polygons: [{ type: 'Polygon', coordinates: [ring] }] }
    const answer = await ask(demo, body)
    expect(answer.places.length).toBeGreaterThan(3)
    expect(idsOf(answer)).not.toContain(first!.place.id)
    for (const { place, detour_seconds, detour_meters } of answer.places) {
      const at = { lat: place.coordinates.lat, lon: place.coordinates.lng }
      const [least] = await explicitDetours(demo, body, at)
      expect(Math.abs(detour_seconds - least!.seconds)).toBeLessThanOrEqual(1)
      expect(Math.abs(detour_meters - least!.meters)).toBeLessThanOrEqual(1)
    }
  })

  test('are all reachable, and not at sea', async () => {
    const { locations } = journey
    const sea = { lat: demo.bounds.min_lat, lon: demo.bounds.min_lon }
    const region = await withPlaces([sea, locations[0]!])
    expect(
      idsOf(await ask(region, { ...journey, search: 'cafe', max_detour_seconds: 3600 })),
    ).toEqual(['osm:node/2'])
  })

  test('include one of two neighbours with the same name: the one with the smaller detour', async () => {
    const random = seeded(3)
    let compared = 0
    for (const at of truth.routable.slice(0, 12)) {
      const other = { lat: at.lat + 0.0008 * random(), lon: at.lon + 0.0008 * random() }
      const region = await withPlaces([at, other], () => 'Punkt')
      const body = { ...journey, search: 'cafe', max_detour_seconds: 3600 }
      const { places } = await ask(region, body)
      if (places.length === 0) continue
      expect(places.length).toBe(1)
      const seconds = []
      for (const each of [at, other]) {
        const rounded = { lat: Number(each.lat.toFixed(6)), lon: Number(each.lon.toFixed(6)) }
        seconds.push((await explicitDetours(demo, body, rounded))[0]?.seconds ?? Infinity)
      }
      expect(Math.abs(places[0]!.detour_seconds - Math.min(...seconds))).toBeLessThanOrEqual(1)
      compared++
    }
    expect(compared).toBeGreaterThan(3)
  })

  test('fail with the same error as the route operation', async () => {
    const sea = { lat: demo.bounds.min_lat, lon: demo.bounds.min_lon }
    const nowhere = ask(demo, { ...journey, locations: [portSerrin, sea] })
    await expect(nowhere).rejects.toMatchObject({
      code: 'location_not_routable',
      fields: { location_index: 1 },
    })
  })

  test('are points after route and waypoints in a GeoJSON answer', async () => {
    const answer = await ask(demo, { ...journey, locations: [portSerrin, portSerrin, north] })
    const collection = alongRouteToGeojson(answer)
    const parsed = SearchAlongRouteFeatureCollection.parse(collection)
    const kinds = parsed.features.map(({ properties }) => properties.kind)
    expect(kinds.slice(0, 5)).toEqual(['route', 'waypoint', 'waypoint', 'waypoint', 'place'])
    expect(kinds.filter((kind) => kind === 'place').length).toBe(answer.places.length)
    const [first] = answer.places
    expect(collection.features[4]).toMatchObject({
      geometry: {
        type: 'Point',
        coordinates: [first!.place.coordinates.lng, first!.place.coordinates.lat],
      },
      properties: { name: first!.place.name, detour_seconds: first!.detour_seconds },
    })
  })
})

describe('a request that many places match', () => {
  /** 3,000 places within 300 m of roads all over the island. */
  const random = seeded(5)
  const crowd = Array.from({ length: 3_000 }, () => {
    const at = truth.routable[Math.floor(random() * truth.routable.length)]!
    return { lat: at.lat + 0.005 * (random() - 0.5), lon: at.lon + 0.005 * (random() - 0.5) }
  })
  const stops = Array.from(
    { length: 20 },
    () => truth.routable[Math.floor(random() * truth.routable.length)]!,
  )
  const worst: Body = {
    locations: stops,
    search: 'cafe',
    max_detour_seconds: 3_600,
    max_results: 20,
  }

  test('compares a limited number of places, stated in a warning', async () => {
    const { places, warnings } = await ask(await withPlaces(crowd), worst)
    expect(places.length).toBe(20)
    expect(warnings).toEqual([
      'more places match than are compared: only 100, the nearest to each tenth of the route',
    ])
    expect((await ask(demo, journey)).warnings).toEqual([])
  })

  test.each(withCampaigns ? ['auto', 'pedestrian', 'bicycle'] : ['auto'])(
    'calls the engine at most 800 times, by %s',
    async (travel) => {
      const { engine, queries } = counting(demo.engine)
      const region = { ...(await withPlaces(crowd)), engine }
      const { places } = await ask(region, { ...worst, travel })
      expect(places.length).toBe(20)
      expect(queries()).toBeLessThanOrEqual(800)
    },
    60_000,
  )

  test('ends at the deadline', async () => {
    const { engine, queries } = counting(demo.engine)
    const region = { ...(await withPlaces(crowd)), engine }
    const deadline = new AbortController()
    const late = new Error('too late')
    const answer = ask(region, worst, deadline.signal)
    setTimeout(() => deadline.abort(late), 60)
    await expect(answer).rejects.toBe(late)
    const asked = queries()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(queries()).toBe(asked)
  })
})

describe('a request', () => {
  test('accepts only one name for the number of places', () => {
    const { error } = SearchAlongRouteRequest.safeParse({ ...journey, max_results: 3, size: 3 })
    expect(error!.issues).toMatchObject([
      { path: ['size'], message: 'is another name of max_results: send one of the two' },
    ])
  })
})

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { publish, readCurrentBuild } from '#ground/dataset'
import { openStorage } from '#platform/storage'
import { operations } from '../../../functions/operations.ts'
import { describeOnAndorra, places } from '../../fixtures/andorra.ts'
import { placesOf, proxyEvent } from '../../fixtures/event.ts'
import { handlerOf, newCaller } from '../../fixtures/handler.ts'
import { quarterOfTheWorld } from '../../fixtures/header-box.ts'

const { andorraLaVella, ordino } = places
const inTown = { lat: 42.5077, lon: 1.525 }
const outside = { lat: 42.5, lon: 1.0 }
const nullIsland = { lat: 0, lon: 0 }
const swapped = { lat: andorraLaVella.lon, lon: andorraLaVella.lat }
const poles = [
  { lat: 90, lon: 0 },
  { lat: -90, lon: 180 },
]

/**
 * Creates a home with the demo region as an earlier version built it: its header covers over a quarter of the world.
 */
async function homeWithWideBox(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'cairn-wide-'))
  const datasets = join(home, 'data/datasets')
  for (const region of ['demo', 'andorra'])
    cpSync(join(inject('builtHome'), 'data/datasets', region), join(datasets, region), {
      recursive: true,
    })
  const storage = await openStorage({ CAIRN_HOME: home })
  const build = (await readCurrentBuild(storage, 'demo'))!
  const path = join(datasets, 'demo', build, 'manifest.json')
  const { coverage: _, ...manifest } = JSON.parse(readFileSync(path, 'utf8'))
  const bounds = { ...quarterOfTheWorld, min_lon: -180 }
  writeFileSync(path, JSON.stringify({ ...manifest, bounds }))
  // The pointer contains the checksum of the unchanged manifest.
  rmSync(join(datasets, 'demo/current.json'))
  await publish(storage, 'demo', build)
  return home
}

describeOnAndorra.each(['measured', 'not measured, in a box of the world'])(
  'two regions, one with its coverage %s',
  (how) => {
    let caller: Awaited<ReturnType<typeof newCaller>>
    beforeAll(async () => {
      vi.resetModules()
      caller = await newCaller(1e9, how === 'measured' ? undefined : await homeWithWideBox())
      process.env.REGION = 'demo,andorra'
    })

    async function ask(id: string, request: Record<string, unknown>) {
      const operation = operations.find((each) => each.id === id)!
      const handler = await handlerOf(operation)
      const grants = operation.grant ? [operation.grant] : []
      const event = proxyEvent({ ...placesOf(operation, request), caller: { ...caller, grants } })
      const { statusCode, headers, body } = await handler(event)
      return { status: statusCode, json: JSON.parse(body), charged: headers?.['x-charged'] }
    }

    test('a matrix of two points in one region and one outside has the cells of the two', async () => {
      const ends = [andorraLaVella, inTown, outside]
      const { status, json } = await ask('routing/matrix', { sources: ends, targets: ends })
      expect(status).toBe(200)
      expect(json.matrix.map((row: unknown[]) => row.map((cell) => cell !== null))).toEqual([
        [true, true, false],
        [true, true, false],
        [false, false, false],
      ])
    })

    test('locate finds the roads of the locations that have some', async () => {
      const locations = [andorraLaVella, outside, ordino]
      const { json } = await ask('routing/locate', { locations })
      const found = json.locations.map(({ snapped }: { snapped: unknown }) => snapped !== null)
      expect(found).toEqual([true, false, true])
    })

    test.each([
      ['routing/optimize', { locations: [andorraLaVella, inTown, outside, ordino] }, 2],
      ['routing/route', { locations: [andorraLaVella, ordino, swapped] }, 2],
      ['routing/isochrone', { locations: [outside], contours: [{ time: 5 }] }, 0],
      ['routing/search-along-route', { locations: [outside, ordino], search: 'hotel' }, 0],
    ])('%s names the location outside every region', async (id, request, index) => {
      const { status, json, charged } = await ask(id, request)
      expect({ status, charged, ...json }).toMatchObject({
        status: 422,
        charged: '0.00',
        error: 'location_not_routable',
        location_index: index,
      })
      // Neither the box of one region nor the words "this region".
      expect(json.message).not.toMatch(/latitude \d|this region|the region \(/)
    })

    test.each([nullIsland, swapped, ...poles, outside])(
      'heights and predictions at %j never cause an error of the server',
      async (point) => {
        const heights = await ask('routing/elevation', { shape: [point] })
        expect(heights.status).toBe(200)
        const area = { type: 'circle', center: { lat: point.lat, lng: point.lon }, radius_m: 300 }
        const params = { datetime: '2026-03-14T16:30:00+01:00', disableWeather: true }
        const request = { profile: 'despondent', area, params }
        expect(await ask('predict', request)).toMatchObject({
          status: 422,
          charged: '0.00',
          json: { error: 'area_outside_data' },
        })
      },
    )

    test('an unknown place is reported for both regions, or for the named one', async () => {
      const request = { origin: andorraLaVella, destination: 'Xyzzyville Qwrtz' }
      const { json } = await ask('routing/find-and-route', request)
      expect(json.message).toBe(
        'No place "Xyzzyville Qwrtz" is known in the regions demo and andorra: change destination.',
      )
      const named = await ask('routing/find-and-route', { ...request, region: 'andorra' })
      expect(named.json.message).toContain('is known in the region andorra: change')
      const query = { query: 'How far is it by car from Encamp to Zwyxelburg?' }
      const asked = await ask('ai/query', query)
      expect(asked.json.message).toBe(
        'No place "Zwyxelburg" is known in the regions demo and andorra: check its name.',
      )
    })

    test('warnings accompany the error of the region that answers', async () => {
      const travel_options = { truck: { height: 4 } }
      const { json } = await ask('routing/route', { locations: [ordino, outside], travel_options })
      expect(json.warnings).toEqual(['ignored travel_options.truck: the travel type is auto'])
    })

    test('a route between both regions is refused, and one within each is answered', async () => {
      const island = [
        { lat: 46.446855, lon: -28.408717 },
        { lat: 46.413945, lon: -28.435479 },
      ]
      expect((await ask('routing/route', { locations: island })).status).toBe(200)
      expect((await ask('routing/route', { locations: [andorraLaVella, ordino] })).status).toBe(200)
      const { json } = await ask('routing/route', { locations: [island[0], ordino] })
      expect(json.error).toBe('across_regions')
    })
  },
)

describe.each(['demo', 'demo,andorra'])('the regions %s', (regions) => {
  let caller: Awaited<ReturnType<typeof newCaller>>
  beforeAll(async () => {
    vi.resetModules()
    caller = await newCaller()
    process.env.REGION = regions
  })
  const ask = async (id: string, request: Record<string, unknown>) => {
    const operation = operations.find((each) => each.id === id)!
    const event = proxyEvent({ ...placesOf(operation, request), caller })
    const { statusCode, headers, body } = await (await handlerOf(operation))(event)
    return { status: statusCode, json: JSON.parse(body), charged: headers?.['x-charged'] }
  }
  const onIsland = { lat: 46.446855, lon: -28.408717 }
  const swappedIsland = { lat: onIsland.lon, lon: onIsland.lat }

  test('refuses a matrix without any cell when all sources or all targets lie outside', async () => {
    const first = await ask('routing/matrix', { sources: [swappedIsland], targets: [onIsland] })
    expect(first).toMatchObject({
      status: 422,
      charged: '0.00',
      json: { error: 'location_not_routable', location_index: 0 },
    })
    expect(first.json.message).toMatch(
      /^sources\.0 has no road within 2,000 m that is open to auto: it lies outside the regions? .*; with latitude and longitude swapped it would lie in demo\.$/,
    )
    const second = await ask('routing/matrix', { sources: [onIsland], targets: [nullIsland] })
    expect(second.json).toMatchObject({ error: 'location_not_routable', location_index: 1 })
    expect(second.json.message).toMatch(/^targets\.0 has no road/)
  })

  test.each([
    ['routing/elevation', { shape: [swappedIsland] }],
    ['routing/locate', { locations: [swappedIsland] }],
    ['geocoding/reverse', swappedIsland],
  ])('%s warns of swapped coordinates when it has no results', async (id, request) => {
    const { status, json } = await ask(id, request)
    expect(status).toBe(200)
    expect(json.warnings).toContainEqual(
      'the position lies outside the data; with latitude and longitude swapped it would lie in the region demo',
    )
  })
})

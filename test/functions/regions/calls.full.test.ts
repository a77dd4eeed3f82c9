import { beforeAll, expect, test } from 'vitest'
import { operations } from '../../../functions/operations.ts'
import { describeOnAndorra, places } from '../../fixtures/andorra.ts'
import { placesOf, proxyEvent } from '../../fixtures/event.ts'
import { handlerOf, newCaller } from '../../fixtures/handler.ts'

let caller: Awaited<ReturnType<typeof newCaller>>
beforeAll(async () => {
  caller = await newCaller()
  process.env.REGION = 'demo,andorra'
  // Address for upload forms.
  process.env.CAIRN_URL = 'http://127.0.0.1'
})

async function ask(id: string, request: Record<string, unknown>) {
  const operation = operations.find((each) => each.id === id)!
  const handler = await handlerOf(operation)
  const grants = operation.grant ? [operation.grant] : []
  const event = proxyEvent({ ...placesOf(operation, request), caller: { ...caller, grants } })
  const { statusCode, headers, body } = await handler(event)
  return { status: statusCode, json: JSON.parse(body), charged: headers?.['x-charged'] }
}

const onIsland = { lat: 46.446855, lon: -28.408717 }
const lagrin = { lat: 46.413945, lon: -28.435479 }
const { andorraLaVella, ordino } = places
const both = [onIsland, andorraLaVella]
const museum = 'Museum Tschierv'

describeOnAndorra('two regions', () => {
  test.each([
    ['routing/route', { locations: both }],
    ['routing/optimize', { locations: [...both, lagrin, ordino] }],
    ['routing/compare', { locations: both, travel_modes: ['auto', 'bicycle'] }],
    ['routing/locate', { locations: both }],
    ['routing/matrix', { sources: [onIsland], targets: [andorraLaVella] }],
    ['routing/elevation', { shape: both }],
    ['routing/snap', { shape: both }],
    ['routing/search-along-route', { locations: both, search: 'pharmacy' }],
    ['routing/find-and-route', { origin: onIsland, destination: 'Andorra la Vella' }],
    ['routing/find-and-route', { origin: museum, destination: 'Andorra la Vella' }],
    ['ai/query', { query: `How far is it by car from ${museum} to Encamp?` }],
  ])(
    '%s across both regions is refused with their names and costs nothing',
    async (id, request) => {
      const { status, json, charged } = await ask(id, request)
      expect({ status, error: json.error, charged }).toEqual({
        status: 422,
        error: 'across_regions',
        charged: '0.00',
      })
      expect(json.regions.toSorted()).toEqual(['andorra', 'demo'])
      expect(json.message).toMatch(/andorra and demo|demo and andorra/)
    },
  )

  test.each([
    ['routing/route', { locations: [onIsland, lagrin] }],
    ['routing/route', { locations: [andorraLaVella, ordino] }],
    ['routing/isochrone', { locations: [ordino], contours: [{ time: 5 }] }],
    ['routing/isochrone', { from: 'Ordino', contours: [{ time: 5 }] }],
    ['routing/isochrone', { from: museum, contours: [{ time: 5 }] }],
    ['routing/find-and-route', { origin: 'Encamp', destination: 'Ordino' }],
    ['routing/elevation', { shape: [lagrin] }],
    ['routing/elevation', { shape: [ordino] }],
    ['geocoding/places', { query: 'pharmacy', near: 'Encamp' }],
    ['geocoding/reverse', onIsland],
    ['geocoding/reverse', ordino],
    ['ai/query', { query: 'How far is it by car from Encamp to Ordino?' }],
    ['ai/query', { query: `Which pharmacy is the nearest to ${museum}?` }],
  ])('%s %j is answered by the region that contains its points', async (id, request) => {
    expect((await ask(id, request)).status).toBe(200)
  })

  test('a point in neither region is answered with the error of the nearest region', async () => {
    const { status, json } = await ask('routing/route', { locations: [ordino, { lat: 0, lon: 0 }] })
    expect({ status, ...json }).toMatchObject({
      status: 422,
      error: 'location_not_routable',
      location_index: 1,
    })
  })

  test('searches find the places of both regions, or of the named one', async () => {
    const countries = async (id: string, request: Record<string, unknown>) => {
      const { json } = await ask(id, request)
      const results = json.results as { country_code: string }[]
      return [...new Set(results.map((each) => each.country_code))].toSorted()
    }
    const all = { text: 'pharmacy', size: 40 }
    const [found] = [await countries('geocoding/search', all)]
    expect(found).toContain('AND')
    expect(found.length).toBeGreaterThan(1)
    const andorran = await countries('geocoding/search', { ...all, region: 'andorra' })
    const demo = await countries('geocoding/search', { ...all, region: 'demo' })
    expect(demo).not.toContain('AND')
    expect([...new Set([...demo, ...andorran])].toSorted()).toEqual(found)
    for (const [id, request] of [
      ['geocoding/autocomplete', { text: 'Encam', region: 'demo' }],
      ['geocoding/structured-search', { locality: 'Encamp', served_region: 'demo' }],
    ] as const)
      expect(await countries(id, request)).not.toContain('AND')
  })

  test('a batch, corrections and an id are answered from both regions', async () => {
    const items = [{ text: museum }, { text: 'Encamp' }]
    const batch = await ask('geocoding/batch', { items })
    expect(batch.json.summary).toEqual({ total: 2, matched: 2, failed: 0 })
    const addresses = [{ text: 'carrer major ordno' }, { text: 'via pegna 5 Pradeta' }]
    const { json } = await ask('ai/parse-address', { addresses })
    const towns = json.results.map((each: { corrected: string }) => each.corrected)
    expect(towns).toEqual([expect.stringContaining('Ordino'), expect.stringContaining('Pradetta')])
    for (const { results } of batch.json.results) {
      const { id } = results[0]
      const place = await ask('geocoding/place', { id })
      expect(place.json.results[0].id).toBe(id)
    }
  })

  test.each([
    ['geocoding/search', { text: 'a', region: 'porto' }, 'region'],
    ['geocoding/autocomplete', { text: 'a', region: 'porto' }, 'region'],
    ['geocoding/structured-search', { locality: 'a', served_region: 'porto' }, 'served_region'],
    ['geocoding/places', { query: 'a', near: 'b', region: 'porto' }, 'region'],
    ['geocoding/place', { id: 'a', region: 'porto' }, 'region'],
    ['geocoding/batch', { items: [{ text: 'a' }], region: 'porto' }, 'region'],
    ['geocoding/jobs/create', { options: { region: 'porto' } }, 'options.region'],
    ['routing/find-and-route', { origin: 'a', destination: 'b', region: 'porto' }, 'region'],
    ['ai/parse-address', { addresses: [{ text: 'a' }], region: 'porto' }, 'region'],
    ['ai/query', { query: 'a', region: 'porto' }, 'region'],
  ])('%s refuses an unknown region, and lists the served regions', async (id, request, path) => {
    const { status, json } = await ask(id, request)
    expect({ status, details: json.details }).toEqual({
      status: 400,
      details: [{ path, message: 'must be a region that is served: demo, andorra' }],
    })
  })

  test('a job keeps the build of each region, and searches the places of both', async () => {
    const file = '../../../functions/jobs/pinned-gazetteer.ts'
    const { listCurrentBuilds, openPinnedGazetteers } = await import(/* @vite-ignore */ file)
    const builds: string = await listCurrentBuilds('demo,andorra')
    expect(builds.split(',')).toHaveLength(2)
    const counts = async (builds: string, regions: string) => {
      const gazetteers: { count: number }[] = await openPinnedGazetteers(builds, regions)
      return gazetteers.map(({ count }) => count)
    }
    const [demo, andorra] = builds.split(',') as [string, string]
    expect(await counts(builds, 'demo,andorra')).toEqual([
      ...(await counts(demo, 'demo')),
      ...(await counts(andorra, 'andorra')),
    ])
    const created = await ask('geocoding/jobs/create', { options: { region: 'andorra' } })
    expect(created.status).toBe(201)
  })

  test('assistants can name a region in the search tools', async () => {
    const { tools } = await import('../../../functions/mcp/tools/index.ts')
    const choosing = tools.filter(({ input }) => input().properties?.region !== undefined)
    expect(choosing.map(({ name }) => name).toSorted()).toEqual([
      'batch_geocode',
      'find_and_route',
      'parse_address',
      'search_places',
    ])
  })
})

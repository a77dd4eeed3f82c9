import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readCurrentBuild } from '#ground/dataset'
import { openStorage } from '#platform/storage'
import { describeOnAndorra, places } from '../fixtures/andorra.ts'
import { startServer, type TestServer } from '../fixtures/server.ts'

const regions = ['demo', 'andorra']
const onIsland = [
  { lat: 46.446855, lon: -28.408717 },
  { lat: 46.413945, lon: -28.435479 },
]
const inAndorra = [places.andorraLaVella, places.ordino]

describeOnAndorra('a server of two regions', () => {
  let home: string
  let server: TestServer
  let key: string
  beforeAll(async () => {
    // The regions are copies, since a test damages one.
    home = mkdtempSync(join(tmpdir(), 'cairn-regions-'))
    cpSync(join(inject('builtHome'), 'data/datasets'), join(home, 'data/datasets'), {
      recursive: true,
    })
    server = await startServer(home, { REGION: regions.join(), CAIRN_WORKERS: '1' })
    key = (await server.newKey('5.00')).key
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(home, { recursive: true })
  })

  const route = async (locations: object[]) => {
    const headers = { 'x-api-key': key }
    return (await server.post('/v1/routing/route', { locations }, headers)).status
  }
  const elevation = async (shape: object[]) => {
    const headers = { 'x-api-key': key }
    return (await server.post('/v1/routing/elevation', { shape }, headers)).status
  }
  const health = async () => {
    const response = await fetch(`${server.url}/health`)
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked into at will.
    const body = (await response.json()) as Record<string, any>
    return { code: response.status, status: body.status, body }
  }

  test('routes in each region, and refuses a route from one to the other', async () => {
    expect(await route(onIsland)).toBe(200)
    expect(await route(inAndorra)).toBe(200)
    expect(await route([onIsland[0]!, inAndorra[0]!])).toBe(422)
    expect(server.output()).toMatch(/Cairn serves regions demo \(build .+\) and andorra \(build/)
  })

  test('reports each region in its health, and serves the map of each', async () => {
    const { code, status, body } = await health()
    expect({ code, status }).toEqual({ code: 200, status: 'ok' })
    expect(Object.keys(body.checks).toSorted()).toEqual(['accounts', 'disk'])
    const storage = await openStorage({ CAIRN_HOME: home })
    for (const region of regions) {
      const build = await readCurrentBuild(storage, region)
      expect(body.regions[region]).toMatchObject({
        status: 'ok',
        build,
        attribution: expect.any(String),
        checks: { dataset: { status: 'ok', build }, engine: { status: 'ok', build } },
      })
      const facts = await (await fetch(`${server.url}/map/region.json?region=${region}`)).json()
      expect(facts).toMatchObject({ name: region, build, regions })
    }
    const first = await (await fetch(`${server.url}/map/region.json`)).json()
    expect(first).toMatchObject({ name: 'demo' })
    expect((await fetch(`${server.url}/map/region.json?region=porto`)).status).toBe(400)
  })

  test('answers in one region while files of the other are damaged', async () => {
    const storage = await openStorage({ CAIRN_HOME: home })
    const build = (await readCurrentBuild(storage, 'andorra'))!
    writeFileSync(join(home, 'data/datasets/andorra', build, 'terrain.tif'), 'no heights')
    expect(await elevation(inAndorra)).toBe(503)
    expect(await elevation(onIsland)).toBe(200)
    expect(await route(inAndorra)).toBe(200)
    const { code, body } = await health()
    expect(code).toBe(503)
    expect(body.regions).toMatchObject({
      demo: { status: 'ok' },
      andorra: { status: 'unavailable' },
    })
  })
})

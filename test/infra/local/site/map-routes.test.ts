import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PMTiles } from 'pmtiles'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Dataset, listAreas, openDataset } from '#ground/dataset'
import { openStorage } from '#platform/storage'
import { createGateway } from '../../../../infra/local/gateway.ts'
import { MapRoutes } from '../../../../infra/local/site/map-routes.ts'

let server: Server
let url: string
let dataset: Dataset
let served: Dataset | undefined
let bytes: Buffer

beforeAll(async () => {
  const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
  served = dataset = await openDataset(storage, 'demo')
  bytes = Buffer.from((await storage.get(dataset.fileKey('map.pmtiles'))).bytes)
  server = createGateway({
    routes: [],
    pages: {},
    call: () => Promise.reject(new Error('there are no operations')),
    site: new MapRoutes({ storage, regions: ['demo'], dataset: async () => served }),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const tiles = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${url}/map/tiles.pmtiles`, { method, headers })
const contentOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('the map over HTTP', () => {
  test('is sent whole without a range, even over the limit of one read', async () => {
    const response = await tiles()
    expect(response.status).toBe(200)
    expect(response.headers.get('accept-ranges')).toBe('bytes')
    expect(response.headers.get('etag')).toBe(`"${dataset.entry('map.pmtiles')!.sha256}"`)
    expect(Buffer.compare(await contentOf(response), bytes)).toBe(0)
    expect(bytes.length).toBeGreaterThan(256 * 1024)
  })

  test('returns ranges with 206', async () => {
    const response = await tiles({ range: 'bytes=7-126' })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes 7-126/${bytes.length}`)
    expect(Buffer.compare(await contentOf(response), bytes.subarray(7, 127))).toBe(0)
    const last = await tiles({ range: 'bytes=-5' })
    expect(Buffer.compare(await contentOf(last), bytes.subarray(-5))).toBe(0)
  })

  test('refuses a range past the end with 416 and its size', async () => {
    const response = await tiles({ range: `bytes=${bytes.length}-` })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe(`bytes */${bytes.length}`)
  })

  test('is not sent again to a caller that has it, and is sent whole to one with a part of another build', async () => {
    const etag = (await tiles({}, 'HEAD')).headers.get('etag')!
    expect((await tiles({ 'if-none-match': etag })).status).toBe(304)
    expect((await tiles({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
    expect((await tiles({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
  })

  test('answers HEAD with the size and no body', async () => {
    const response = await tiles({}, 'HEAD')
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect((await contentOf(response)).length).toBe(0)
  })

  test('can be read by the PMTiles reader of browsers', async () => {
    const archive = new PMTiles(`${url}/map/tiles.pmtiles`)
    expect((await archive.getHeader()).maxZoom).toBe(14)
    expect((await archive.getZxy(0, 0, 0))?.data.byteLength).toBeGreaterThan(0)
  })

  test('comes with the elevation and facts of the region', async () => {
    const terrain = await fetch(`${url}/map/terrain.tif`, { headers: { range: 'bytes=0-3' } })
    expect(terrain.status).toBe(206)
    expect((await contentOf(terrain)).toString('latin1', 0, 2)).toBe('II')
    const region = await (await fetch(`${url}/map/region.json`)).json()
    const { name, build, manifest } = dataset
    expect(manifest.coverage).toBeDefined()
    expect(region).toEqual({
      name,
      build,
      bounds: manifest.bounds,
      attribution: manifest.attribution,
      areas: listAreas(manifest),
      tiles: true,
      terrain: true,
      predict: true,
    })
  })

  test('is 404 for a build without a map, and 503 before the first build', async () => {
    served = { ...dataset, has: () => false, entry: () => undefined }
    expect((await tiles()).status).toBe(404)
    const region = await (await fetch(`${url}/map/region.json`)).json()
    expect(region).toMatchObject({ tiles: false, terrain: false })
    served = undefined
    expect((await tiles()).status).toBe(503)
    served = dataset
  })

  test('refuses other methods and other paths', async () => {
    expect((await tiles({}, 'POST')).status).toBe(405)
    expect((await fetch(`${url}/map/routing.tar`)).status).toBe(404)
    expect((await fetch(`${url}/map/`)).status).toBe(404)
  })
})

import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import { unavailable } from '#platform/errors'
import { openStorage } from '#platform/storage'
import { makeMapHandler, maxSliceBytes, type ServedMap } from '../../functions/map/handler.ts'

let served: ServedMap
let bytes: Buffer
let etag: string

beforeAll(async () => {
  const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
  const dataset = await openDataset(storage, 'demo')
  served = { dataset, storage }
  bytes = Buffer.from((await storage.get(dataset.fileKey('map.pmtiles'))).bytes)
  etag = `"${dataset.entry('map.pmtiles')!.sha256}"`
})

type Event = Parameters<ReturnType<typeof makeMapHandler>>[0]
const eventOf = (rawPath: string, headers: Record<string, string>, method: string): Event => ({
  rawPath,
  headers,
  requestContext: { http: { method } } as Event['requestContext'],
})

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await makeMapHandler(async () => served)(eventOf(path, headers, method))
  const body = Buffer.from(answer.body ?? '', answer.isBase64Encoded ? 'base64' : 'utf8')
  return { ...answer, headers: answer.headers!, body }
}
const tiles = (headers: Record<string, string> = {}, method = 'GET') =>
  ask('/map/tiles.pmtiles', headers, method)

/** Requests tiles that seem to have `size` bytes; the store returns zeros. */
async function askOfLarge(size: number, headers: Record<string, string>) {
  const { dataset } = served
  const entry = (file: string) => ({ ...dataset.entry(file)!, size })
  const large: ServedMap = {
    dataset: { ...dataset, entry },
    storage: {
      get: async (key, { range } = {}) => {
        const slice = new Uint8Array(range!.end - range!.start)
        return { key, size, etag: 'x', bytes: slice }
      },
    },
  }
  return await makeMapHandler(async () => large)(eventOf('/map/tiles.pmtiles', headers, 'GET'))
}

describe('the map of a deployment', () => {
  test('returns ranges as 206, a small file whole, and a short lifetime for caches', async () => {
    const part = await tiles({ range: 'bytes=7-126' })
    expect(part.statusCode).toBe(206)
    expect(part.headers).toMatchObject({
      'content-type': 'application/vnd.pmtiles',
      'content-range': `bytes 7-126/${bytes.length}`,
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
      etag,
    })
    expect(part.body.equals(bytes.subarray(7, 127))).toBe(true)
    const whole = await tiles()
    expect(whole.statusCode).toBe(200)
    expect(whole.body.equals(bytes)).toBe(true)
  })

  test('returns a long range in part, and refuses a whole file that exceeds the maximum answer', async () => {
    const size = 10 * maxSliceBytes
    const part = await askOfLarge(size, { range: 'bytes=100-' })
    expect(part.statusCode).toBe(206)
    const last = 100 + maxSliceBytes - 1
    expect(part.headers!['content-range']).toBe(`bytes 100-${last}/${size}`)
    // Maximum size of an invocation's answer.
    expect(part.body!.length).toBeLessThan(6_000_000)
    for (const headers of [{}, { range: 'bytes=0-9', 'if-range': '"another build"' }]) {
      const whole = await askOfLarge(size, headers as Record<string, string>)
      expect(whole.statusCode).toBe(400)
      expect(JSON.parse(whole.body!).message).toContain(`at most ${maxSliceBytes} bytes`)
    }
  })

  test('answers 304 to a client that has it, and sends it whole to a client with a part of another build', async () => {
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await tiles({ 'if-none-match': tag, range: 'bytes=0-9' })
      expect([answer.statusCode, answer.body.length, answer.headers.etag]).toEqual([304, 0, etag])
    }
    expect((await tiles({ 'if-none-match': '"other"' })).statusCode).toBe(200)
    expect((await tiles({ range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(206)
    expect((await tiles({ range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(200)
  })

  test('refuses a range past the end with 416 and its size', async () => {
    const answer = await tiles({ range: `bytes=${bytes.length}-` })
    expect(answer.statusCode).toBe(416)
    expect(answer.headers['content-range']).toBe(`bytes */${bytes.length}`)
  })

  test('contains elevation and facts of the region, and answers HEAD without a body', async () => {
    const terrain = await ask('/map/terrain.tif', { range: 'bytes=0-1' })
    expect([terrain.statusCode, terrain.body.toString()]).toEqual([206, 'II'])
    const { name, build, manifest } = served.dataset
    const region = await ask('/map/region.json')
    expect(JSON.parse(region.body.toString())).toEqual({
      name,
      build,
      bounds: manifest.bounds,
      areas: manifest.coverage!.areas,
      attribution: manifest.attribution,
      tiles: true,
      terrain: true,
      predict: true,
    })
    const head = await tiles({}, 'HEAD')
    expect([head.statusCode, head.headers.etag, head.body.length]).toEqual([200, etag, 0])
  })

  test('offers neither a session with a key nor other files of the build nor other methods', async () => {
    for (const path of ['/map/session.json', '/map/routing.tar', '/map/', '/map/../x']) {
      const answer = await ask(path)
      expect([path, answer.statusCode]).toEqual([path, 404])
      expect(JSON.parse(answer.body.toString())).toMatchObject({ error: 'not_found' })
    }
    const post = await tiles({}, 'POST')
    expect([post.statusCode, post.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test('answers 404 for a build without one, and an uncached 503 while nothing can be read', async () => {
    const { dataset } = served
    served.dataset = { ...dataset, has: () => false, entry: () => undefined }
    expect((await tiles()).statusCode).toBe(404)
    served.dataset = dataset
    const broken = makeMapHandler(() => Promise.reject(unavailable(new Error('no bucket'))))
    const answer = await broken(eventOf('/map/region.json', {}, 'GET'))
    expect([answer.statusCode, answer.headers!['cache-control']]).toEqual([503, 'no-store'])
    expect(answer.body).not.toContain('bucket')
  })
})

import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { copernicusTileName, copernicusTiles } from '../../region/fetch/copernicus.ts'
import { download } from '../../region/fetch/download.ts'
import { fetchArea } from '../../region/fetch/index.ts'
import { RegionError } from '../../region/index.ts'
import { tinyOsm } from './tiny-osm.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let server: Server
let base: string
let folder: string
let answers: Map<string, Answer>
let asked: { url: string; range: string | undefined; ifRange: string | undefined }[]

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = request.url ?? ''
    const ifRange = request.headers['if-range'] as string | undefined
    asked.push({ url, range: request.headers.range, ifRange })
    const answer = answers.get(url)
    if (answer) answer(request, response)
    else response.writeHead(404).end('nothing here')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-fetch-'))
  answers = new Map()
  asked = []
})
afterEach(() => rm(folder, { recursive: true }))

const content = Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * 31) % 251))
const tag = '"v1"'

/** Serves bytes as a good server does: ETag, ranges, conditions. */
function serving(bytes: Buffer, etag = tag): Answer {
  return (request, response) => {
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end()
    const start = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1]
    const holds = (request.headers['if-range'] ?? etag) === etag
    if (start === undefined || !holds)
      return response.writeHead(200, { etag, 'content-length': bytes.length }).end(bytes)
    const part = bytes.subarray(Number(start))
    const range = `bytes ${start}-${bytes.length - 1}/${bytes.length}`
    const headers = { etag, 'content-range': range, 'content-length': part.length }
    return response.writeHead(206, headers).end(part)
  }
}

/** Answers in turn; the last one goes on answering. */
function inTurn(...turns: Answer[]): Answer {
  return (request, response) => (turns.length > 1 ? turns.shift()! : turns[0]!)(request, response)
}

/** Promises everything, sends `bytes` of it and hangs up. */
function breakingOff(bytes: number, etag = tag): Answer {
  return (_, response) => {
    response.writeHead(200, { etag, 'content-length': content.length })
    response.write(content.subarray(0, bytes), () => setTimeout(() => response.destroy(), 30))
  }
}

const failing =
  (status: number): Answer =>
  (_, response) =>
    response.writeHead(status).end()

function get(url = '/file'): Promise<string> {
  return download({ url: base + url, path: join(folder, 'file'), firstWaitMs: 1 })
}

const got = (): Promise<Buffer> => readFile(join(folder, 'file'))

describe('a download', () => {
  test('follows redirects', async () => {
    answers.set('/file', (_, response) => response.writeHead(302, { location: '/moved' }).end())
    answers.set('/moved', serving(content))
    expect(await get()).toBe('downloaded')
    expect((await got()).equals(content)).toBe(true)
    expect((await readdir(folder)).sort()).toEqual(['file', 'file.etag'])
  })

  test('that is cut off goes on where it stopped', async () => {
    answers.set('/file', inTurn(breakingOff(20_000), serving(content)))
    expect(await get()).toBe('downloaded')
    expect((await got()).equals(content)).toBe(true)
    expect(asked).toHaveLength(2)
    expect(asked[1]!.ifRange).toBe(tag)
    expect(Number(/\d+/.exec(asked[1]!.range!)![0])).toBeGreaterThan(0)
  })

  test('goes on in the next run, too', async () => {
    await writeFile(join(folder, 'file.part'), content.subarray(0, 1234))
    await writeFile(join(folder, 'file.part.etag'), tag)
    answers.set('/file', serving(content))
    await get()
    expect(asked).toEqual([{ url: '/file', range: 'bytes=1234-', ifRange: tag }])
    expect((await got()).equals(content)).toBe(true)
  })

  test('begins anew when the file is another by now', async () => {
    await writeFile(join(folder, 'file.part'), Buffer.alloc(1234, 9))
    await writeFile(join(folder, 'file.part.etag'), '"v0"')
    answers.set('/file', serving(content))
    await get()
    expect((await got()).equals(content)).toBe(true)
  })

  test('begins anew when the part does not fit', async () => {
    await writeFile(join(folder, 'file.part'), Buffer.alloc(60_000, 9))
    await writeFile(join(folder, 'file.part.etag'), tag)
    answers.set('/file', inTurn(failing(416), serving(content)))
    await get()
    expect((await got()).equals(content)).toBe(true)
  })

  test('does not go on by a weak tag, which promises no equal bytes', async () => {
    answers.set('/file', inTurn(breakingOff(20_000, 'W/"v1"'), serving(content)))
    await get()
    expect(asked[1]!.range).toBeUndefined()
    expect((await got()).equals(content)).toBe(true)
  })

  test('that is there and unchanged is not repeated; changed, it is', async () => {
    answers.set('/file', serving(content))
    expect(await get()).toBe('downloaded')
    expect(await get()).toBe('unchanged')
    answers.set('/file', serving(Buffer.from('newer'), '"v2"'))
    expect(await get()).toBe('downloaded')
    expect((await got()).toString()).toBe('newer')
  })

  test('of what is not there says so', async () => {
    expect(await get()).toBe('absent')
    expect(await readdir(folder)).toEqual([])
  })

  test('is tried again after a server fault, a bounded number of times', async () => {
    answers.set('/file', inTurn(failing(503), failing(429), serving(content)))
    expect(await get()).toBe('downloaded')
    asked = []
    answers.set('/file', failing(500))
    await rm(join(folder, 'file'))
    await expect(get()).rejects.toThrow(
      `${base}/file cannot be downloaded: the server answered 500`,
    )
    expect(asked).toHaveLength(6)
  })

  test('that always breaks off fails in one clear sentence and keeps what came', async () => {
    answers.set('/file', breakingOff(300))
    await expect(get()).rejects.toThrow('the connection broke')
    expect(await readdir(folder)).toContain('file.part')
  })

  test('is not tried again when the server refuses', async () => {
    answers.set('/file', failing(403))
    await expect(get()).rejects.toThrow('the server answered 403.')
    expect(asked).toHaveLength(1)
  })

  test('from a server out of reach asks for the network', async () => {
    const nowhere = download({
      url: 'http://127.0.0.1:1/x',
      path: join(folder, 'x'),
      firstWaitMs: 1,
    })
    await expect(nowhere).rejects.toThrow('is there a network?')
  })

  test('can be called off', async () => {
    const abort = new AbortController()
    answers.set('/file', (_, response) => {
      response.writeHead(200, { etag: tag, 'content-length': content.length })
      response.write(content.subarray(0, 100), () => abort.abort(new RegionError('stopped')))
    })
    const path = join(folder, 'file')
    await expect(download({ url: `${base}/file`, path, signal: abort.signal })).rejects.toThrow(
      'stopped',
    )
  })
})

describe('an area', () => {
  const box = { min_lat: 42.43, min_lon: 1.41, max_lat: 42.66, max_lon: 2.1 }
  const extract = tinyOsm({ nodes: [{ lat: 42.5, lon: 1.5 }], bounds: box })
  const md5 = createHash('md5').update(extract).digest('hex')
  const tile = 'Copernicus_DSM_COG_10_N42_00_E001_00_DEM'
  const fetched = (area = 'europe/andorra', withDem = true) =>
    fetchArea({
      area,
      folder,
      osmBase: `${base}/osm/`,
      demBase: `${base}/dem`,
      withDem,
      firstWaitMs: 1,
    })

  beforeEach(() => {
    answers.set('/osm/europe/andorra-latest.osm.pbf', serving(extract))
    answers.set(`/dem/${tile}/${tile}.tif`, serving(content))
  })

  test('is its extract, the elevation of its bounds where there is land, and the next command', async () => {
    const { osm, dem, command } = await fetched()
    expect((await readFile(osm)).equals(extract)).toBe(true)
    expect(dem).toEqual([join(folder, 'dem', `${tile}.tif`)])
    expect(asked.some(({ url }) => url.includes('E002_00'))).toBe(true)
    expect(command).toBe(`npm run region -- build andorra --osm ${osm} --dem ${dem[0]}`)
  })

  test('may be fetched without elevation', async () => {
    const { dem, command } = await fetched('europe/andorra', false)
    expect(dem).toEqual([])
    expect(command).not.toContain('--dem')
    expect(asked.some(({ url }) => url.startsWith('/dem'))).toBe(false)
  })

  test('with a wrong checksum is fetched once more, then refused', async () => {
    const damaged = Buffer.from(extract)
    damaged[damaged.length - 1]! ^= 1
    const sum: Answer = (_, response) => response.end(`${md5}  andorra-latest.osm.pbf\n`)
    answers.set('/osm/europe/andorra-latest.osm.pbf.md5', sum)
    answers.set(
      '/osm/europe/andorra-latest.osm.pbf',
      inTurn(serving(damaged, '"bad"'), serving(extract)),
    )
    expect((await readFile((await fetched()).osm)).equals(extract)).toBe(true)

    answers.set('/osm/europe/andorra-latest.osm.pbf', serving(damaged, '"bad"'))
    await expect(fetched()).rejects.toThrow('came damaged twice')
    expect(await readdir(join(folder, 'osm'))).not.toContain('europe-andorra-latest.osm.pbf')
  })

  test('nobody knows is refused with how areas are named', async () => {
    await expect(fetched('europe/atlantis')).rejects.toThrow(
      `There is no extract "europe/atlantis" at ${base}/osm/. Area names look like europe/andorra`,
    )
    await expect(fetched('../etc')).rejects.toThrow('"../etc" is not the name of an area.')
  })
})

describe('Copernicus tiles', () => {
  test('are named by their south-west corner', () => {
    expect(copernicusTileName(42, 1)).toBe('Copernicus_DSM_COG_10_N42_00_E001_00_DEM')
    expect(copernicusTileName(-1, -72)).toBe('Copernicus_DSM_COG_10_S01_00_W072_00_DEM')
    expect(copernicusTileName(0, 0)).toBe('Copernicus_DSM_COG_10_N00_00_E000_00_DEM')
  })

  test('are those the bounds touch, and the next one where the bounds reach an edge', () => {
    const names = (min_lat: number, min_lon: number, max_lat: number, max_lon: number) =>
      copernicusTiles({ min_lat, min_lon, max_lat, max_lon }).map((name) => name.slice(22, 33))
    expect(names(42.4, 1.4, 42.7, 1.8)).toEqual(['N42_00_E001'])
    expect(names(-0.5, -0.5, 0.5, 0.5)).toEqual([
      'S01_00_W001',
      'S01_00_E000',
      'N00_00_W001',
      'N00_00_E000',
    ])
    // A tile has no samples on its southern and eastern edge.
    expect(names(42, 1.4, 42.7, 2)).toEqual([
      'N41_00_E001',
      'N41_00_E002',
      'N42_00_E001',
      'N42_00_E002',
    ])
  })
})

import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Download,
  download,
  extractContent,
  fetchArea,
  formatTileName,
  listCopernicusTiles,
  md5Content,
  resolveRedirect,
  tiffContent,
} from '../../region/fetch/index.ts'
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

/** Serves bytes as a correct server does: ETag, ranges, conditions. */
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

/** Answers in turn; the last answer repeats. */
function inTurn(...turns: Answer[]): Answer {
  return (request, response) => (turns.length > 1 ? turns.shift()! : turns[0]!)(request, response)
}

/** Announces the whole content, sends `bytes` of it and hangs up. */
function breakingOff(bytes: number, etag = tag): Answer {
  return (_, response) => {
    response.writeHead(200, { etag, 'content-length': content.length })
    response.write(content.subarray(0, bytes), async () => {
      await written()
      response.destroy()
    })
  }
}

/** Resolves when the download has written bytes to the disk. */
async function written(): Promise<void> {
  const sizeOf = async (file: string) => (await stat(file).catch(() => undefined))?.size ?? 0
  for (let tries = 0; tries < 100; tries++) {
    if ((await sizeOf(join(folder, 'file.part'))) > 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const failing =
  (status: number): Answer =>
  (_, response) =>
    response.writeHead(status).end()

function get(url = '/file', more: Partial<Download> = {}): Promise<string> {
  const request = { url: base + url, path: join(folder, 'file'), maxBytes: 1e6, firstWaitMs: 1 }
  return download({ ...request, ...more })
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

  test('resumes where it stopped after the connection is cut', async () => {
    answers.set('/file', inTurn(breakingOff(20_000), serving(content)))
    expect(await get()).toBe('downloaded')
    expect((await got()).equals(content)).toBe(true)
    expect(asked).toHaveLength(2)
    expect(asked[1]!.ifRange).toBe(tag)
    expect(Number(/\d+/.exec(asked[1]!.range!)![0])).toBeGreaterThan(0)
  })

  test('resumes in the next run', async () => {
    await writeFile(join(folder, 'file.part'), content.subarray(0, 1234))
    await writeFile(join(folder, 'file.part.etag'), tag)
    answers.set('/file', serving(content))
    await get()
    expect(asked).toEqual([{ url: '/file', range: 'bytes=1234-', ifRange: tag }])
    expect((await got()).equals(content)).toBe(true)
  })

  test('restarts when the file has changed', async () => {
    await writeFile(join(folder, 'file.part'), Buffer.alloc(1234, 9))
    await writeFile(join(folder, 'file.part.etag'), '"v0"')
    answers.set('/file', serving(content))
    await get()
    expect((await got()).equals(content)).toBe(true)
  })

  test('restarts when the partial file does not match', async () => {
    await writeFile(join(folder, 'file.part'), Buffer.alloc(60_000, 9))
    await writeFile(join(folder, 'file.part.etag'), tag)
    answers.set('/file', inTurn(failing(416), serving(content)))
    await get()
    expect((await got()).equals(content)).toBe(true)
  })

  test('does not resume with a weak ETag, which does not guarantee equal bytes', async () => {
    answers.set('/file', inTurn(breakingOff(20_000, 'W/"v1"'), serving(content)))
    await get()
    expect(asked[1]!.range).toBeUndefined()
    expect((await got()).equals(content)).toBe(true)
  })

  test('is repeated only when the file has changed', async () => {
    answers.set('/file', serving(content))
    expect(await get()).toBe('downloaded')
    expect(await get()).toBe('unchanged')
    answers.set('/file', serving(Buffer.from('newer'), '"v2"'))
    expect(await get()).toBe('downloaded')
    expect((await got()).toString()).toBe('newer')
  })

  test('fails with a reason when the file is missing', async () => {
    expect(await get()).toBe('absent')
    expect(await readdir(folder)).toEqual([])
  })

  test('is retried after a server fault, a limited number of times', async () => {
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

  test('fails with one sentence and keeps the partial file when every attempt breaks off', async () => {
    answers.set('/file', breakingOff(300))
    await expect(get()).rejects.toThrow('the connection broke')
    expect(await readdir(folder)).toContain('file.part')
  })

  test('is not retried when the server refuses', async () => {
    answers.set('/file', failing(403))
    await expect(get()).rejects.toThrow('the server answered 403.')
    expect(asked).toHaveLength(1)
  })

  test('advises to check the network when the server is unreachable', async () => {
    const nowhere = download({
      url: 'http://127.0.0.1:1/x',
      path: join(folder, 'x'),
      maxBytes: 1e6,
      firstWaitMs: 1,
    })
    await expect(nowhere).rejects.toThrow('is there a network?')
  })

  test('stops when it is aborted', async () => {
    const abort = new AbortController()
    answers.set('/file', (_, response) => {
      response.writeHead(200, { etag: tag, 'content-length': content.length })
      response.write(content.subarray(0, 100), () => abort.abort(new RegionError('stopped')))
    })
    await expect(get('/file', { signal: abort.signal })).rejects.toThrow('stopped')
  })
})

describe('a download from a server that misbehaves', () => {
  /** Answers with exactly these bytes, valid HTTP or not, and hangs up. */
  const raw =
    (head: string[], body: string | Buffer): Answer =>
    (_, { socket }) => {
      socket!.write(`${['HTTP/1.1 200 OK', 'connection: close', ...head].join('\r\n')}\r\n\r\n`)
      socket!.end(body)
    }
  /** Also ends when the caller hangs up. */
  const dripping =
    (bytes: number, everyMs: number): Answer =>
    (_, response) => {
      response.writeHead(200, { etag: tag, 'content-length': content.length })
      response.write(content.subarray(0, bytes))
      const timer = setInterval(() => response.write(Buffer.alloc(1)), everyMs)
      response.on('close', () => clearInterval(timer))
    }

  test.each([
    ['never answers', (() => {}) as Answer],
    ['stops in the middle', dripping(20_000, 1e6)],
    ['drips a byte now and then', dripping(0, 20)],
  ])('is abandoned after a limited number of attempts when the server %s', async (_, answer) => {
    answers.set('/file', answer)
    await expect(get('/file', { stallMs: 200 })).rejects.toThrow(
      `${base}/file cannot be downloaded: the server sent less than 1 kB in 0.2 s`,
    )
    expect(asked).toHaveLength(3)
    server.closeAllConnections()
  })

  test('is resumed when the server stalls once', async () => {
    answers.set('/file', inTurn(dripping(20_000, 1e6), serving(content)))
    await get('/file', { stallMs: 200 })
    expect(asked[1]!.range).toBe('bytes=20000-')
    expect((await got()).equals(content)).toBe(true)
  })

  test('completes when the server is slow but not silent', async () => {
    answers.set('/file', (_, response) => {
      response.writeHead(200, { 'content-length': content.length })
      let sent = 0
      const timer = setInterval(() => {
        response.write(content.subarray(sent, sent + 5000))
        sent += 5000
        if (sent < content.length) return
        clearInterval(timer)
        response.end()
      }, 100)
    })
    await get('/file', { stallMs: 500 })
    expect((await got()).equals(content)).toBe(true)
  })

  test('is refused before its body when the server announces too many bytes', async () => {
    answers.set('/file', serving(content))
    await expect(get('/file', { maxBytes: 49_999 })).rejects.toThrow(
      `${base}/file is too large: it has 0.05 MB, the limit is 0.05 MB.`,
    )
    expect(await readdir(folder)).toEqual([])
    expect(asked).toHaveLength(1)
  })

  test('is refused before its body when the server announces more than the free disk space', async () => {
    answers.set('/file', raw(['content-length: 900000000000000000'], 'x'))
    await expect(get('/file', { maxBytes: Number.MAX_VALUE })).rejects.toThrow(
      /cannot be downloaded: 900000000\.0 GB are missing, and the disk of \S+ has [\d.]+ GB free\./,
    )
    expect(await readdir(folder)).toEqual([])
  })

  test('is cut off, and nothing is kept, when the body never ends', async () => {
    let sent = 0
    answers.set('/file', (_, response) => {
      const more = (): void => {
        sent += content.length
        if (!response.destroyed) response.write(content, more)
      }
      response.writeHead(200, { etag: tag })
      more()
    })
    await expect(get('/file', { maxBytes: 1e6 })).rejects.toThrow('is too large: more arrived')
    expect(await readdir(folder)).toEqual([])
    expect(sent).toBeLessThan(50e6)
  })

  test('is cut off when the body is a decompression bomb', async () => {
    const packed = gzipSync(Buffer.alloc(20e6))
    expect(packed.length).toBeLessThan(30_000)
    answers.set('/file', (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
    )
    await expect(get()).rejects.toThrow('is too large')
    expect(await readdir(folder)).toEqual([])
  })

  test.each([
    ['more', content.length + 1],
    ['less', content.length - 1],
  ])(
    'fails, or has the announced length, when the server announces %s than it sends',
    async (_, length) => {
      answers.set('/file', raw([`content-length: ${length}`], content))
      const end = await get().catch((error: Error) => error)
      if (end === 'downloaded') expect((await got()).length).toBe(length)
      else
        expect((end as Error).message).toMatch(/cannot be downloaded: (the connection|\d+ bytes)/)
      expect(await readdir(folder)).not.toContain('file.part')
    },
  )

  test.each([
    ['a range that was not requested', 206, { 'content-range': 'bytes 0-49999/60000' }],
    ['304 for a file that is not there', 304, {}],
  ])('is refused when the server answers with %s', async (_, status, headers) => {
    answers.set('/file', (_, response) =>
      response.writeHead(status, headers as Record<string, string>).end(),
    )
    await expect(get()).rejects.toThrow(`${base}/file cannot be downloaded`)
    expect(await readdir(folder)).toEqual([])
  })

  test('is refused when the server redirects in a circle', async () => {
    answers.set('/file', (_, response) => response.writeHead(302, { location: '/b' }).end())
    answers.set('/b', (_, response) => response.writeHead(302, { location: '/file' }).end())
    await expect(get()).rejects.toThrow('it redirects more than 20 times')
    expect(asked.length).toBeLessThan(30)
  })

  test.each(['file:///etc/passwd', 'ftp://127.0.0.1/x', 'data:,x', 'http://'])(
    'does not follow a redirect to %s',
    async (location) => {
      answers.set('/file', (_, response) => response.writeHead(302, { location }).end())
      await expect(get()).rejects.toThrow(
        `it redirects to "${location}", which is not a safe address.`,
      )
      expect(asked).toHaveLength(1)
    },
  )

  test('does not follow a redirect from https to http', () => {
    const from = new URL('https://127.0.0.1/x')
    expect(() => resolveRedirect(from, 'http://127.0.0.1/x')).toThrow('not a safe address')
    expect(resolveRedirect(from, '/y').href).toBe('https://127.0.0.1/y')
  })

  test('is not requested when the address has neither http nor https', async () => {
    for (const url of ['ftp://127.0.0.1/x', 'file:///etc/passwd', 'nonsense'])
      await expect(get('', { url })).rejects.toThrow(
        `${url} cannot be downloaded: give an http or https address.`,
      )
  })

  test('fails with a reason when the disk is full', async () => {
    await symlink('/dev/full', join(folder, 'file.part'))
    answers.set('/file', serving(content))
    await expect(get()).rejects.toThrow(
      `The disk is full: ${join(folder, 'file')} does not fit; free some space`,
    )
    expect(asked).toHaveLength(1)
  })

  test('fails with a reason when the folder is a file', async () => {
    await writeFile(join(folder, 'taken'), '')
    const path = join(folder, 'taken', 'file')
    await expect(get('/file', { path })).rejects.toThrow(/^\S+file cannot be written \(E[A-Z]+\); /)
  })

  test('is refused when an HTML page comes in place of the content', async () => {
    const page = Buffer.from('<!DOCTYPE html><html><body>Please sign in</body></html>')
    for (const [content, name] of [
      [extractContent, 'an OpenStreetMap extract'],
      [tiffContent, 'a GeoTIFF'],
      [md5Content, 'an MD5 sum'],
    ] as const) {
      answers.set('/file', serving(page))
      await expect(get('/file', { content })).rejects.toThrow(
        `${base}/file is not ${name} but a web page: is there a login page or a proxy in between?`,
      )
      answers.set('/file', serving(Buffer.from('hm')))
      await expect(get('/file', { content })).rejects.toThrow(
        `${base}/file is not ${name} but something else: check the address.`,
      )
      expect(await readdir(folder)).toEqual([])
    }
  })
})

describe('a fetched area', () => {
  const box = { min_lat: 42.43, min_lon: 1.41, max_lat: 42.66, max_lon: 2.1 }
  const extract = tinyOsm({ nodes: [{ lat: 42.5, lon: 1.5 }], bounds: box })
  const md5 = createHash('md5').update(extract).digest('hex')
  const tile = 'Copernicus_DSM_COG_10_N42_00_E001_00_DEM'
  const fetched = (area = 'europe/andorra', withDem = true, maxBytes?: number) =>
    fetchArea({
      ...(maxBytes && { maxBytes }),
      area,
      folder,
      osmBase: `${base}/osm/`,
      demBase: `${base}/dem`,
      withDem,
      firstWaitMs: 1,
    })

  beforeEach(() => {
    answers.set('/osm/europe/andorra-latest.osm.pbf', serving(extract))
    answers.set(`/dem/${tile}/${tile}.tif`, serving(Buffer.concat([Buffer.from('II*\0'), content])))
  })

  test('contains its extract, elevation where its bounds have land, and the next command', async () => {
    const { osm, dem, command } = await fetched()
    expect((await readFile(osm)).equals(extract)).toBe(true)
    expect(dem).toEqual([join(folder, 'dem', `${tile}.tif`)])
    expect(asked.some(({ url }) => url.includes('E002_00'))).toBe(true)
    expect(command).toBe(`npx cairn-cli region build andorra --osm ${osm} --dem ${dem[0]}`)
  })

  test('contains no elevation on request', async () => {
    const { dem, command } = await fetched('europe/andorra', false)
    expect(dem).toEqual([])
    expect(command).not.toContain('--dem')
    expect(asked.some(({ url }) => url.startsWith('/dem'))).toBe(false)
  })

  test('is fetched once more after a wrong checksum, then refused', async () => {
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
    await expect(fetched()).rejects.toThrow('was damaged in two downloads')
    expect(await readdir(join(folder, 'osm'))).not.toContain('europe-andorra-latest.osm.pbf')
  })

  test('leaves nothing of an unusable extract', async () => {
    const cut = extract.subarray(0, extract.length - 1)
    answers.set('/osm/europe/andorra-latest.osm.pbf', serving(cut))
    await expect(fetched('europe/andorra', false)).rejects.toThrow('is truncated')
    expect(await readdir(join(folder, 'osm'))).toEqual([])
  })

  test('is refused above the allowed size', async () => {
    await expect(fetched('europe/andorra', true, 100)).rejects.toThrow('is too large')
  })

  test('is refused with the form of names when its name is unknown', async () => {
    await expect(fetched('europe/atlantis')).rejects.toThrow(
      `There is no extract "europe/atlantis" at ${base}/osm/. Area names look like europe/andorra`,
    )
    await expect(fetched('../etc')).rejects.toThrow('"../etc" is not the name of an area.')
  })
})

describe('Copernicus tiles', () => {
  test('are named by their south-west corner', () => {
    expect(formatTileName(42, 1)).toBe('Copernicus_DSM_COG_10_N42_00_E001_00_DEM')
    expect(formatTileName(-1, -72)).toBe('Copernicus_DSM_COG_10_S01_00_W072_00_DEM')
    expect(formatTileName(0, 0)).toBe('Copernicus_DSM_COG_10_N00_00_E000_00_DEM')
  })

  test('are the tiles that the bounds touch, with the next tile where the bounds reach an edge', () => {
    const names = (min_lat: number, min_lon: number, max_lat: number, max_lon: number) =>
      listCopernicusTiles({ min_lat, min_lon, max_lat, max_lon }).map((name) => name.slice(22, 33))
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

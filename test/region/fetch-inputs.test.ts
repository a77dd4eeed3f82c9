import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LocalStorage } from '#platform/storage'
import { fetchInputs, measureInput } from '../../region/fetch/index.ts'

let folder: string
let server: Server
let base: string
let bucket: LocalStorage
const openBucket = async () => bucket

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-inputs-'))
  bucket = new LocalStorage(join(folder, 'bucket'))
  await bucket.put('sources/b.osm.pbf', 'from a bucket')
  server = createServer(({ url }, response) => {
    if (url === '/a.osm.pbf') response.setHeader('content-length', 13).end('from a server')
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

const request = (inputs: string[], maxBytes = 1e9) => ({
  inputs,
  maxBytes,
  openBucket,
  folder: join(folder, 'downloads'),
})

describe('inputs of a build', () => {
  test('are downloaded under their names when they are addresses, and otherwise stay', async () => {
    const inputs = [`${base}/a.osm.pbf`, 's3://maps/sources/b.osm.pbf', 'here.osm.pbf']
    const paths = await fetchInputs(request(inputs))
    expect(paths.map((path) => path.split('/').at(-1))).toEqual([
      'a.osm.pbf',
      'b.osm.pbf',
      'here.osm.pbf',
    ])
    expect(await readFile(paths[0]!, 'utf8')).toBe('from a server')
    expect(await readFile(paths[1]!, 'utf8')).toBe('from a bucket')
    expect(paths[2]).toBe('here.osm.pbf')
  })

  test('have a known size before they are downloaded', async () => {
    expect(await measureInput(`${base}/a.osm.pbf`)).toBe(13)
    expect(await measureInput('s3://maps/sources/b.osm.pbf', openBucket)).toBe(13)
  })

  test.each([
    ['an address without a file', () => [`${base}/none.osm.pbf`], 'There is no file at http://'],
    ['a missing object', () => ['s3://maps/none'], 'There is no object none in bucket maps.'],
    ['a bucket alone', () => ['s3://maps'], '"s3://maps" is no object'],
  ])('are refused when they name %s', async (_, inputs, sentence) => {
    await expect(fetchInputs(request(inputs()))).rejects.toThrow(sentence)
  })

  test('are refused when they are too large', async () => {
    const inputs = ['s3://maps/sources/b.osm.pbf']
    await expect(fetchInputs(request(inputs, 5))).rejects.toThrow('larger than')
  })
})

import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertSoundTiff, inspectDem } from '../../region/elevation/index.ts'
import { writeEngineExtracts } from '../../region/engine-extract/index.ts'
import { RegionError } from '../../region/index.ts'
import { inspectOsm, OsmSource } from '../../region/osm/index.ts'
import { mutated } from './mutations.ts'
import { type HeightAt, rewrite, writeHgt, writeTiff } from './rasters.ts'
import { roadNet, tinyOsm } from './tiny-osm.ts'

const slope: HeightAt = (lat, lon) => 500 + 3000 * (lat - 46) + 1000 * (lon - 9)
const bounds = { min_lat: 46.02, min_lon: 9.02, max_lat: 46.06, max_lon: 9.06 }
const net = roadNet(46.02, 9.02, 9, 0.005)
const shape = { north: 46.1, west: 9, step: 1 / 1200, columns: 121, rows: 121 }
const mutations = 200

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-damaged-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function put(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

/** Returns `read`, or `refused` when reading failed with one line that names the file. */
async function endOf(name: string, reading: () => Promise<unknown>): Promise<'read' | 'refused'> {
  try {
    await reading()
    return 'read'
  } catch (error) {
    if (!(error instanceof RegionError)) throw error
    expect(error.message).toMatch(/^[^\n]{1,400}$/)
    expect(error.message).toContain(name)
    return 'refused'
  }
}

/** Reads each mutation and returns the outcomes that occurred. */
async function readAll(
  name: string,
  mutation: (seed: number) => Buffer,
  reading: (path: string) => Promise<unknown>,
  count = mutations,
): Promise<string[]> {
  const ends = new Set<string>()
  for (let seed = 0; seed < count; seed++) {
    const path = await put(name, mutation(seed))
    ends.add(await endOf(name, () => reading(path)))
  }
  return [...ends].sort()
}

const both = ['read', 'refused']

describe(`a file with ${mutations} mutations`, () => {
  test.each([
    ['zlib', true],
    ['none', true],
    ['none', false],
  ] as const)(
    'is read or refused as an extract (%s, with bounds: %s)',
    async (compression, has) => {
      const whole = tinyOsm({ ...net, compression, ...(has && { bounds }) })
      const read = async (path: string): Promise<void> => {
        await inspectOsm(path)
        await new OsmSource([path]).visit({ node() {}, way() {}, relation() {} })
        await writeEngineExtracts([path], () => join(folder, 'rewritten.osm.pbf'))
      }
      const hot = [
        [0, 150],
        [0, whole.length],
      ] as const
      const ends = await readAll('mutated.osm.pbf', (seed) => mutated(whole, seed, hot), read)
      // The checksum of zlib detects every fault in a packed block.
      expect(ends).toEqual(compression === 'zlib' ? ['refused'] : both)
    },
  )

  test('is read or refused as an HGT tile', async () => {
    const tile = await readFile(await writeHgt(folder, 'N46E009.hgt', [46, 9], slope))
    const scratch = join(folder, 'scratch')
    await mkdir(scratch)
    const ends = await readAll(
      'N46E009.hgt',
      (seed) => mutated(tile, seed),
      (path) => inspectDem([path], scratch),
      // Each tile contains a million heights.
      25,
    )
    expect(ends).toEqual(both)
  })

  test.each(['plain', 'packed in tiles'])('is read or refused as a GeoTIFF (%s)', async (how) => {
    const plain = await writeTiff(folder, 'plain.tif', shape, slope)
    const options = ['-co', 'TILED=YES', '-co', 'COMPRESS=DEFLATE', '-co', 'BLOCKXSIZE=64']
    const path =
      how === 'plain'
        ? plain
        : await rewrite('translate', plain, join(folder, 'packed'), [
            ...options,
            '-co',
            'BLOCKYSIZE=64',
          ])
    const whole = await readFile(path)
    const hot = [
      [4, 500],
      [whole.length - 300, whole.length],
      [0, whole.length],
    ] as const
    const ends = await readAll(
      'mutated.tif',
      (seed) => {
        const bytes = mutated(whole, seed, hot)
        // Files without the first bytes of a TIFF are rejected earlier.
        whole.copy(bytes, 0, 0, 4)
        return bytes
      },
      assertSoundTiff,
    )
    expect(ends).toEqual(both)
  })
})

describe('a GeoTIFF', () => {
  /** Writes a GeoTIFF with some directory fields replaced, each a single short or long. */
  async function withFields(fields: Record<number, number>): Promise<string> {
    const bytes = await readFile(await writeTiff(folder, 'shaped.tif', shape, slope))
    const directory = bytes.readUInt32LE(4)
    for (let i = 0; i < bytes.readUInt16LE(directory); i++) {
      const entry = directory + 2 + 12 * i
      const value = fields[bytes.readUInt16LE(entry)]
      if (value === undefined) continue
      bytes.writeUInt16LE(4, entry + 2)
      bytes.writeUInt32LE(value, entry + 8)
    }
    return put('shaped.tif', bytes)
  }
  const deflate = 8

  test.each([
    ['with an absurd size', { 256: 4e9, 257: 4e9 }, 'it has 4000000000 x 4000000000 samples'],
    ['without a size', { 256: 0 }, 'it has no size'],
    [
      'with a strip that unpacks to gigabytes',
      { 256: 60_000, 257: 60_000, 278: 60_000, 259: deflate },
      'its tiles or strips unpack to 7200 MB each',
    ],
    ['with more rows than data', { 257: 5000, 278: 5000 }, 'it has less data than samples'],
    ['with data beyond its end', { 279: 1e6 }, 'it ends after 29575 bytes, before its data do'],
    ['without all of its strips', { 278: 10 }, 'it does not list its 13 tiles or strips'],
  ])('is refused before it is decoded: %s', async (_, fields, sentence) => {
    const reading = assertSoundTiff(await withFields(fields))
    await expect(reading).rejects.toThrow(`shaped.tif is damaged or cut off: ${sentence}`)
  })

  test('is refused when it is cut off anywhere', async () => {
    const bytes = await readFile(await writeTiff(folder, 'whole.tif', shape, slope))
    for (let length = 4; length < bytes.length; length += 997)
      await expect(
        assertSoundTiff(await put('cut.tif', bytes.subarray(0, length))),
      ).rejects.toThrow('cut.tif is damaged or cut off')
  })

  test('is refused by name when it covers over half the world together with another', async () => {
    const far = { north: 46.1, west: 9, step: 1e-7, columns: 3, rows: 3 }
    const fine = await writeTiff(folder, 'fine.tif', far, () => 500)
    const wide = await writeTiff(folder, 'wide.tif', { ...far, step: 20 }, () => 500)
    await expect(inspectDem([fine, wide], folder)).rejects.toThrow(
      /^The elevation is too large: fine\.tif, wide\.tif together span \d+ x \d+ samples/,
    )
  })
})

describe('npm run region -- build', () => {
  const run = (...args: string[]): Promise<{ code: number; stderr: string }> => {
    const env = { ...process.env, CAIRN_HOME: join(folder, 'home') }
    const child = spawn(process.execPath, ['cli/region.ts', 'build', 'bad', ...args], { env })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    return new Promise((resolve) =>
      child.once('close', (code) => resolve({ code: code ?? -1, stderr })),
    )
  }
  const left = async (): Promise<string[]> => [
    ...(await readdir(join(folder, 'home', 'work')).catch(() => [])),
    ...(await readdir(join(folder, 'home', 'data', 'datasets', 'bad')).catch(() => [])),
  ]
  /** Sets all bits in the node numbers of a way, well within the limits of the format. */
  const withBadWay = (): Buffer => {
    const bytes = tinyOsm({ ...net, bounds, compression: 'none' })
    return bytes.fill(0xff, bytes.length - 40)
  }

  test.each([
    ['a damaged extract', 'ways.osm.pbf', withBadWay],
    ['an empty extract', 'empty.osm.pbf', () => Buffer.alloc(0)],
    ['a page in place of an extract', 'page.osm.pbf', () => Buffer.from('<html></html>')],
    ['an extract without roads', 'bare.osm.pbf', () => tinyOsm({ nodes: net.nodes })],
  ])('ends on %s with one line that names the file, and leaves nothing', async (_, name, bytes) => {
    const osm = await put(name, bytes())
    const { code, stderr } = await run('--osm', osm)
    expect(code).toBe(1)
    const lines = stderr.trimEnd().split('\n')
    expect(lines.at(-1)).toMatch(/^region: [^\n]+$/)
    expect(lines.at(-1)).toContain(name)
    expect(stderr).not.toMatch(/^ +at /m)
    expect(await left()).toEqual([])
  })

  test('ends on a GeoTIFF that cannot be unpacked with its name and the message of GDAL', async () => {
    const osm = await put('net.osm.pbf', tinyOsm({ ...net, bounds }))
    const plain = await writeTiff(folder, 'plain.tif', shape, slope)
    const packed = await rewrite('translate', plain, join(folder, 'deflate'), [
      '-co',
      'TILED=YES',
      '-co',
      'COMPRESS=DEFLATE',
    ])
    const bytes = await readFile(packed)
    const dem = await put('torn.tif', bytes.fill(0x5a, bytes.length - 1000))
    const { code, stderr } = await run('--osm', osm, '--dem', dem)
    expect(code).toBe(1)
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
      /^region: torn\.tif cannot be converted: damaged, or written .* \(GDAL: [^/]+\)\.$/,
    )
    expect(await left()).toEqual([])
  })
})

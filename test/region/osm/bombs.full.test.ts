import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frameBlob } from '../../../region/osm/index.ts'
import { tinyOsm } from '../tiny-osm.ts'

const run = promisify(execFile)
const child = new URL('./read-extract.child.ts', import.meta.url).pathname
const mebibyte = 1 << 20
/** An idle node process uses 60 MB; two blocks at the limit of the format and their copies, 200 MB. */
const maxPeakBytes = 350 * mebibyte

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-bombs-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function field(tag: number, value: Uint8Array): Uint8Array {
  const pbf = new PbfWriter()
  pbf.writeBytesField(tag, value)
  return pbf.finish()
}

/** Repeats `piece`, by default up to nearly the limit of a block. */
function repeated(piece: Uint8Array, totalBytes = 31 * mebibyte): Uint8Array {
  const bytes = new Uint8Array(Math.floor(totalBytes / piece.length) * piece.length)
  for (let i = 0; i < bytes.length; i += piece.length) bytes.set(piece, i)
  return bytes
}

const texts = (...texts: string[]): Uint8Array =>
  field(1, Buffer.concat(texts.map((text) => field(1, Buffer.from(text)))))

interface Bomb {
  content: Uint8Array
  /** Size to state in place of the true size, bytes. */
  declaredBytes?: number | null
  hasBounds?: boolean
}

function bomb(name: string, { content, declaredBytes, hasBounds = true }: Bomb): string {
  const bounds = { min_lat: 46, min_lon: 7, max_lat: 47, max_lon: 8 }
  const extract = tinyOsm({ nodes: [{ lat: 46.5, lon: 7.2 }], ...(hasBounds && { bounds }) })
  const header = extract.subarray(0, extract.indexOf('OSMData') - 6)
  const blob = new PbfWriter()
  if (declaredBytes !== null) blob.writeVarintField(2, declaredBytes ?? content.length)
  blob.writeBytesField(3, deflateSync(content, { level: 1 }))
  const path = join(folder, `${name}.osm.pbf`)
  writeFileSync(path, Buffer.concat([header, frameBlob('OSMData', blob.finish())]))
  // A larger file would burden the test machine.
  expect(statSync(path).size).toBeLessThan(4 * mebibyte)
  return path
}

async function read(
  path: string,
  way: 'inspect' | 'visit' | 'rewrite',
): Promise<{ end: string; peakBytes: number }> {
  const { stdout } = await run(process.execPath, [child, path, way, folder])
  return JSON.parse(stdout)
}

const zeros = (): Uint8Array => new Uint8Array(500 * mebibyte)

describe('an extract that unpacks to far more than it is', () => {
  test.each([
    ['states its size', undefined, 'unpacks to more than 32 MiB'],
    ['states a smaller size', 1000, 'is damaged in the block at byte 10'],
    ['states no size', null, 'unpacks to more than 32 MiB'],
  ])('is refused in bounded memory when its block %s', async (_, declaredBytes, sentence) => {
    const path = bomb('zeros', {
      content: zeros(),
      ...(declaredBytes !== undefined && { declaredBytes }),
    })
    const { end, peakBytes } = await read(path, 'inspect')
    expect(end).toMatch(/^RegionError: zeros\.osm\.pbf /)
    expect(end).toContain(sentence)
    expect(peakBytes).toBeLessThan(maxPeakBytes)
  })

  test('is refused when its block unpacks to less than it states', async () => {
    const path = bomb('less', { content: texts('a'), declaredBytes: 100 })
    expect((await read(path, 'inspect')).end).toContain('is damaged')
  })

  // Each of these blocks is within the limit of the format and packed into less than 200 kB.
  const column = new Uint8Array(10_000_000).fill(2)
  const dense = field(2, field(2, Buffer.concat([1, 8, 9].map((tag) => field(tag, column)))))
  const position = new PbfWriter()
  position.writeSVarintField(8, 1)
  position.writeSVarintField(9, 1)
  const nodes = field(2, repeated(field(1, position.finish())))
  const bridges = repeated(
    field(3, Buffer.concat([field(2, Uint8Array.of(1)), field(3, Uint8Array.of(2))])),
    12 * mebibyte,
  )
  test.each([
    ['empty texts', 'visit', field(1, repeated(field(1, new Uint8Array()))), 'damaged'],
    [
      'empty groups',
      'visit',
      Buffer.concat([texts(''), repeated(field(2, new Uint8Array()))]),
      'read',
    ],
    [
      'a way of 30 million nodes',
      'visit',
      field(2, field(3, field(8, new Uint8Array(30_000_000).fill(2)))),
      'damaged',
    ],
    ['10 million nodes', 'visit', dense, 'read'],
    ['10 million nodes without a box', 'inspect', dense, 'read'],
    ['3 million single nodes without a box', 'inspect', nodes, 'read'],
    [
      'a million bridges',
      'rewrite',
      Buffer.concat([texts('', 'bridge', 'x'), field(2, bridges)]),
      'read',
    ],
  ] as const)(
    'needs bounded memory for a block of %s (%s)',
    async (name, way, content, end) => {
      const path = bomb('block', { content, hasBounds: !name.endsWith('a box') })
      const result = await read(path, way)
      expect(result.end).toContain(end)
      expect(result.peakBytes).toBeLessThan(maxPeakBytes)
    },
    60_000,
  )
})

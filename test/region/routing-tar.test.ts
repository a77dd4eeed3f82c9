import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { extract } from 'tar-stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeReproducible, routingTar, tileId } from '../../region/index.ts'
import { runs } from '../setup/suite.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-tar-'))
})
afterEach(() => rm(folder, { recursive: true }))

const stamp = {
  dataTimestampSeconds: Date.UTC(2025, 5, 1) / 1000,
  engineVersion: '3.6.1',
  builtAt: new Date('2026-11-21T00:30:00Z'),
}

async function packed(tiles: Record<string, Buffer>): Promise<Buffer> {
  await rm(folder, { recursive: true })
  await mkdir(folder)
  for (const [name, bytes] of Object.entries(tiles)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
  const chunks: Buffer[] = []
  for await (const chunk of routingTar(folder, stamp)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function entries(tar: Buffer): Promise<[name: string, bytes: Buffer][]> {
  const found: [string, Buffer][] = []
  for await (const entry of Readable.from([tar]).pipe(extract())) {
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    found.push([entry.header.name, Buffer.concat(chunks)])
  }
  return found
}

/** A tile with what is looked at: version, day, and turn restrictions as `[timed, vias, bits 21 to 39]`. */
function tile(
  version: string,
  created: number,
  restrictions: [boolean, number, number][] = [],
): Buffer {
  const records = restrictions.map(([timed, vias, time]) => {
    const record = Buffer.alloc(24 + 8 * vias, 0xa5)
    record[5] = timed ? 0x7f : 0x3f
    const data = 0x1234n | (BigInt(vias) << 16n) | (BigInt(time) << 21n) | (99n << 40n)
    record.writeBigUInt64LE(data, 16)
    return record
  })
  const header = Buffer.alloc(272, 7)
  header.fill(0, 16, 32)
  header.write(version, 16)
  header.writeUInt32LE(created, 112)
  const body = Buffer.concat(records)
  header.writeUInt32LE(272, 96)
  header.writeUInt32LE(272 + body.length, 104)
  return Buffer.concat([header, body, Buffer.from('edge information')])
}

describe('routing.tar', () => {
  const tilePath = fc
    .tuple(fc.nat(3), fc.array(fc.nat(999), { minLength: 2, maxLength: 3 }))
    .map(
      ([level, index]) =>
        `${[level, ...index.map((n) => String(n).padStart(3, '0'))].join('/')}.gph`,
    )

  test('has the index first, and each entry points at the bytes of its tile', async () => {
    const tiles = fc.dictionary(tilePath, fc.uint8Array({ maxLength: 1500 }), {
      minKeys: 1,
      maxKeys: 12,
    })
    await fc.assert(
      fc.asyncProperty(tiles, async (tiles) => {
        const files = Object.fromEntries(
          Object.entries(tiles).map(([name, bytes]) => [name, Buffer.from(bytes)]),
        )
        const tar = await packed(files)
        const [index, ...rest] = await entries(tar)
        expect(index![0]).toBe('index.bin')
        expect(rest.map(([name]) => name)).toEqual(Object.keys(files).sort())
        expect(index![1]).toHaveLength(16 * rest.length)
        for (const [i, [name, bytes]] of rest.entries()) {
          const offset = Number(index![1].readBigUInt64LE(16 * i))
          const size = index![1].readUInt32LE(16 * i + 12)
          expect(tar.subarray(offset, offset + size).equals(files[name]!)).toBe(true)
          expect(bytes.equals(files[name]!)).toBe(true)
          expect(index![1].readUInt32LE(16 * i + 8)).toBe(tileId(name))
        }
      }),
      { numRuns: runs(25) },
    )
  })

  test('numbers tiles by level and index as the engine does', () => {
    expect(tileId('2/000/762/485.gph')).toBe(2 | (762485 << 3))
    expect(tileId('0/003/015.gph')).toBe(3015 << 3)
    expect(tileId('1/047/701.gph')).toBe(1 | (47701 << 3))
  })

  test('has the same bytes whichever day the same tiles were built on', async () => {
    const builtAt = (day: number): Record<string, Buffer> => ({
      '0/003/015.gph': tile('3.6.1', day),
    })
    const [today, yesterday] = [await packed(builtAt(4707)), await packed(builtAt(4706))]
    expect(today.equals(yesterday)).toBe(true)
  })

  test('of no tiles at all is refused', async () => {
    await expect(packed({ 'readme.txt': Buffer.from('x') })).rejects.toThrow('no roads')
  })
})

describe('the day in a tile', () => {
  test('becomes the day of the data', () => {
    const bytes = tile('3.6.1', 4706)
    expect(makeReproducible(bytes, stamp)).toBe(true)
    // Days from 1 January 2014 to 1 June 2025.
    expect(bytes.readUInt32LE(112)).toBe(4169)
    expect(bytes.equals(tile('3.6.1', 4169))).toBe(true)
  })

  test('is left alone in a tile of another version, another day or another shape', () => {
    for (const bytes of [tile('3.7.0', 4706), tile('3.6.1', 4000), Buffer.from('short')]) {
      const before = Buffer.from(bytes)
      expect(makeReproducible(bytes, stamp)).toBe(false)
      expect(bytes.equals(before)).toBe(true)
    }
  })

  test('stays out of a tile that has none', () => {
    const bytes = tile('3.6.1', 0)
    expect(makeReproducible(bytes, stamp)).toBe(true)
    expect(bytes.equals(tile('3.6.1', 0))).toBe(true)
  })

  test('of data without a day is day zero', () => {
    const bytes = tile('3.6.1', 4706)
    expect(makeReproducible(bytes, { ...stamp, dataTimestampSeconds: 0 })).toBe(true)
    expect(bytes.readUInt32LE(112)).toBe(0)
  })
})

describe('turn restrictions in a tile', () => {
  const restriction = fc.tuple(fc.boolean(), fc.nat(31), fc.nat(2 ** 19 - 1))

  test('keep everything but the time they do not have', () => {
    fc.assert(
      fc.property(fc.array(restriction, { maxLength: 6 }), (restrictions) => {
        const bytes = tile('3.6.1', 4706, restrictions)
        expect(makeReproducible(bytes, stamp)).toBe(true)
        const cleared = restrictions.map(([timed, vias, time]) => [timed, vias, timed ? time : 0])
        expect(bytes.equals(tile('3.6.1', 4169, cleared as typeof restrictions))).toBe(true)
      }),
    )
  })

  test('are left alone where they do not end where they should', () => {
    const bytes = tile('3.6.1', 4706, [[false, 2, 12345]])
    bytes.writeUInt32LE(bytes.readUInt32LE(104) - 4, 104)
    const restrictions = Buffer.from(bytes.subarray(272))
    expect(makeReproducible(bytes, stamp)).toBe(false)
    expect(bytes.subarray(272).equals(restrictions)).toBe(true)
  })
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { extract } from 'tar-stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseTileName } from '#routing/tile-archive'
import { makeReproducible, writeRoutingTar } from '../../region/index.ts'
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

/** Packs these tiles into an archive. */
async function packed(tiles: Record<string, Buffer>): Promise<Buffer> {
  await rm(folder, { recursive: true })
  await mkdir(folder)
  for (const [name, bytes] of Object.entries(tiles)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
  const chunks: Buffer[] = []
  for await (const chunk of writeRoutingTar(folder, stamp)) chunks.push(chunk)
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

/** Creation days in tiles, counted from 1 January 2014. */
const buildDay = 4707
const dataDay = 4169

/** Offsets in a tile's header, and the header's length. */
const [versionOffset, restrictionsStart, restrictionsEnd, dayOffset] = [16, 96, 104, 112]
const headerBytes = 272

/** A tile with only the fields that are read; turn restrictions are `[timed, vias, time bits]`. */
function tile(
  version: string,
  day: number,
  restrictions: [boolean, number, number][] = [],
): Buffer {
  const records = restrictions.map(([timed, vias, time]) => {
    const record = Buffer.alloc(24 + 8 * vias, 0xa5)
    record[5] = timed ? 0x7f : 0x3f
    const data = 0x1234n | (BigInt(vias) << 16n) | (BigInt(time) << 21n) | (99n << 40n)
    record.writeBigUInt64LE(data, 16)
    return record
  })
  const header = Buffer.alloc(headerBytes, 7)
  header.fill(0, versionOffset, 32)
  header.write(version, versionOffset)
  header.writeUInt32LE(day, dayOffset)
  const body = Buffer.concat(records)
  header.writeUInt32LE(headerBytes, restrictionsStart)
  header.writeUInt32LE(headerBytes + body.length, restrictionsEnd)
  return Buffer.concat([header, body, Buffer.from('edge information')])
}

describe('routing.tar', () => {
  const tilePath = fc
    .tuple(fc.nat(3), fc.array(fc.nat(999), { minLength: 2, maxLength: 3 }))
    .map(
      ([level, index]) =>
        `${[level, ...index.map((n) => String(n).padStart(3, '0'))].join('/')}.gph`,
    )

  test('starts with the index, whose entries point at the bytes of their tiles', async () => {
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
          expect(index![1].readUInt32LE(16 * i + 8)).toBe(parseTileName(name))
        }
      }),
      { numRuns: runs(25) },
    )
  })

  test('numbers tiles by level and index, as the engine does', () => {
    expect(parseTileName('2/000/762/485.gph')).toBe(2 | (762485 << 3))
    expect(parseTileName('0/003/015.gph')).toBe(3015 << 3)
    expect(parseTileName('1/047/701.gph')).toBe(1 | (47701 << 3))
  })

  test('has the same bytes whichever day the same tiles were built on', async () => {
    const tilesBuiltOn = (day: number): Record<string, Buffer> => ({
      '0/003/015.gph': tile('3.6.1', day),
    })
    const [today, yesterday] = [
      await packed(tilesBuiltOn(buildDay)),
      await packed(tilesBuiltOn(buildDay - 1)),
    ]
    expect(today.equals(yesterday)).toBe(true)
  })

  test('is refused when there are no tiles', async () => {
    await expect(packed({ 'readme.txt': Buffer.from('x') })).rejects.toThrow('no roads')
  })
})

describe('the creation day in a tile', () => {
  test('is replaced by the day of the data', () => {
    const bytes = tile('3.6.1', buildDay - 1)
    expect(makeReproducible(bytes, stamp)).toBe(true)
    expect(bytes.readUInt32LE(dayOffset)).toBe(dataDay)
    expect(bytes.equals(tile('3.6.1', dataDay))).toBe(true)
  })

  test('is unchanged in a tile of another engine version, of an earlier build, or without a header', () => {
    for (const bytes of [tile('3.7.0', buildDay - 1), tile('3.6.1', 4000), Buffer.from('short')]) {
      const before = Buffer.from(bytes)
      expect(makeReproducible(bytes, stamp)).toBe(false)
      expect(bytes.equals(before)).toBe(true)
    }
  })

  test('stays 0 in a tile without a day', () => {
    const bytes = tile('3.6.1', 0)
    expect(makeReproducible(bytes, stamp)).toBe(true)
    expect(bytes.equals(tile('3.6.1', 0))).toBe(true)
  })

  test('is 0 when the data has no timestamp', () => {
    const bytes = tile('3.6.1', buildDay - 1)
    expect(makeReproducible(bytes, { ...stamp, dataTimestampSeconds: 0 })).toBe(true)
    expect(bytes.readUInt32LE(dayOffset)).toBe(0)
  })
})

describe('turn restrictions in a tile', () => {
  const restriction = fc.tuple(fc.boolean(), fc.nat(31), fc.nat(2 ** 19 - 1))

  test('are unchanged, except that untimed ones have their time bits cleared', () => {
    fc.assert(
      fc.property(fc.array(restriction, { maxLength: 6 }), (restrictions) => {
        const bytes = tile('3.6.1', buildDay - 1, restrictions)
        expect(makeReproducible(bytes, stamp)).toBe(true)
        const cleared = restrictions.map(([timed, vias, time]) => [timed, vias, timed ? time : 0])
        expect(bytes.equals(tile('3.6.1', dataDay, cleared as typeof restrictions))).toBe(true)
      }),
    )
  })

  test('are unchanged when they do not end where the header says', () => {
    const bytes = tile('3.6.1', buildDay - 1, [[false, 2, 12345]])
    bytes.writeUInt32LE(bytes.readUInt32LE(restrictionsEnd) - 4, restrictionsEnd)
    const restrictions = Buffer.from(bytes.subarray(headerBytes))
    expect(makeReproducible(bytes, stamp)).toBe(false)
    expect(bytes.subarray(headerBytes).equals(restrictions)).toBe(true)
  })
})

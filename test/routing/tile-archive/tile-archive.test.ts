import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  DamagedFrame,
  decodeSummary,
  encodeDirectory,
  encodeSummary,
  findCorner,
  findTileId,
  formatTileName,
  listTileIds,
  parseTileName,
  summarizeTile,
  TileDirectory,
} from '#routing/tile-archive'
import {
  type ArchiveBytes,
  archived,
  builtTiles,
  openArchive,
  wholeTile,
} from '../../fixtures/tile-archives.ts'
import { runs } from '../../setup/suite.ts'

const level = fc.constantFrom(0, 1, 2)
const lat = fc.integer({ min: -90e6, max: 90e6 - 1 }).map((micro) => micro / 1e6)
const lon = fc.integer({ min: -180e6, max: 180e6 - 1 }).map((micro) => micro / 1e6)

describe('the id of a tile', () => {
  test('identifies the tile around a position, and is parsed back from its file name', () => {
    fc.assert(
      fc.property(level, lat, lon, (level, lat, lon) => {
        const id = findTileId(level, lat, lon)
        const corner = findCorner(id)
        const degrees = [4, 1, 0.25][level]!
        expect(lat - corner.lat).toBeGreaterThanOrEqual(0)
        expect(lat - corner.lat).toBeLessThan(degrees + 1e-9)
        expect(lon - corner.lon).toBeGreaterThanOrEqual(0)
        expect(lon - corner.lon).toBeLessThan(degrees + 1e-9)
        expect(parseTileName(formatTileName(id))).toBe(id)
      }),
    )
  })

  test('has the groups of digits that the engine expects', () => {
    expect([0, 1, 2].map((level) => formatTileName(findTileId(level, 41.1, -8.6)))).toEqual([
      '0/002/922.gph',
      '1/047/331.gph',
      '2/000/755/245.gph',
    ])
  })

  test('is found on both sides of the date line', () => {
    const box = { min_lat: 0.1, max_lat: 0.2, min_lon: 179.9, max_lon: 180.1 }
    expect(listTileIds(2, box).sort()).toEqual(
      [findTileId(2, 0.1, 179.9), findTileId(2, 0.1, -179.9)].sort(),
    )
  })

  test('is among the tiles of every box around the position', () => {
    const reach = fc.double({ min: 0, max: 9, noNaN: true })
    fc.assert(
      fc.property(level, lat, lon, reach, (level, lat, lon, reach) => {
        const box = {
          min_lat: Math.max(-90, lat - reach),
          max_lat: Math.min(90, lat + reach),
          min_lon: lon - reach,
          max_lon: lon + reach,
        }
        expect(listTileIds(level, box)).toContain(findTileId(level, lat, lon))
      }),
    )
  })
})

describe('a summary', () => {
  const micro = fc.integer({ min: -180_000_000, max: 180_000_000 })
  const position = fc.tuple(micro, micro)
  const shape = fc.array(position, { maxLength: 6 }).map((positions) => positions.flat())
  const shapes = fc.array(shape, { maxLength: 4 })
  const summary = fc.record({
    structures: shapes,
    ferries: shapes,
    tracks: shapes,
    gates: fc.array(position, { maxLength: 4 }),
    road: fc.option(shape, { nil: undefined }),
  })

  test('is unchanged after encoding and decoding', () => {
    fc.assert(
      fc.property(summary, (summary) => {
        expect(decodeSummary(encodeSummary(summary))).toEqual(summary)
      }),
    )
  })
})

describe('a directory', () => {
  const bytes = (size: number) =>
    fc.uint8Array({ minLength: size, maxLength: size }).map((array) => Buffer.from(array))
  const size = fc.nat(2 ** 32 - 1)
  const tile = fc.record({
    id: fc.nat(8_000_000),
    size,
    frameSize: size,
    frameHash: bytes(32),
    summarySize: size,
    summaryHash: bytes(32),
  })
  const tiles = fc.uniqueArray(tile, { selector: ({ id }) => id, maxLength: 8 })

  test('lists the frames in sequence: all summaries, then all tiles', () => {
    fc.assert(
      fc.property(tiles, (tiles) => {
        const directory = new TileDirectory(encodeDirectory(tiles))
        let at = 0
        for (const { id, summarySize, summaryHash } of tiles) {
          const frame = { start: at, end: at + summarySize, hash: summaryHash }
          expect(directory.summaryFrame(id)).toEqual(frame)
          at += summarySize
        }
        for (const { id, size, frameSize, frameHash } of tiles) {
          const frame = { start: at, end: at + frameSize, hash: frameHash }
          expect(directory.tileFrame(id)).toEqual(frame)
          expect(directory.readSize(id)).toBe(size)
          at += frameSize
        }
        expect(directory.archiveSize).toBe(at)
      }),
    )
  })

  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['another file', Buffer.alloc(64, 'x')],
    ['another version', encodeDirectory([]).fill(99, 8, 9)],
    ['a file cut short', encodeDirectory([]).subarray(0, 15)],
    [
      'a file with more bytes than it states',
      Buffer.concat([encodeDirectory([]), Buffer.alloc(80)]),
    ],
  ])('refuses %s', (_, bytes) => {
    expect(() => new TileDirectory(bytes)).toThrow('director')
  })
})

describe('an archive of the demo region', () => {
  let tiles: Map<number, Buffer>
  let bytes: ArchiveBytes
  beforeAll(async () => {
    tiles = await builtTiles('demo')
    bytes = await archived(tiles)
  })

  test('returns every tile and its summary', async () => {
    const archive = openArchive(bytes)
    const ids = [...tiles.keys()]
    expect([...archive.directory.ids].sort()).toEqual(ids.toSorted())
    expect(archive.directory.archiveSize).toBe(bytes.frames.length)
    for (const [id, tile] of tiles) expect((await wholeTile(archive, id)).equals(tile)).toBe(true)
    expect(await archive.summaries(ids)).toEqual([...tiles.values()].map(summarizeTile))
  })

  test('has equal bytes, whatever the order of the tiles', async () => {
    const again = await archived(new Map([...tiles].reverse()))
    expect(again.frames.equals(bytes.frames)).toBe(true)
    expect(again.directory.equals(bytes.directory)).toBe(true)
  })

  test('has an empty summary and no tile for a missing id', async () => {
    const archive = openArchive(bytes)
    const [summary] = await archive.summaries([findTileId(2, 0, 0)])
    expect(summary).toEqual({ structures: [], ferries: [], tracks: [], gates: [], road: undefined })
    await expect(wholeTile(archive, findTileId(2, 0, 0))).rejects.toThrow(RangeError)
  })

  test('reads the summaries of a route in few ranges', async () => {
    let reads = 0
    const archive = openArchive(bytes, async ({ start, end }) => {
      reads++
      return bytes.frames.subarray(start, end)
    })
    await archive.summaries([...tiles.keys()])
    expect(reads).toBe(1)
  })

  test('is reread and then refused at every flipped bit of a frame', async () => {
    const ids = [...tiles.keys()]
    await fc.assert(
      fc.asyncProperty(
        fc.nat(ids.length - 1),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.nat(7),
        fc.boolean(),
        async (which, share, bit, inTransit) => {
          let reads = 0
          const archive = openArchive(bytes, async ({ start, end }) => {
            const read = Buffer.from(bytes.frames.subarray(start, end))
            if (reads++ === 0 || !inTransit) read[Math.floor(share * read.length)]! ^= 1 << bit
            return read
          })
          const id = ids[which]!
          if (inTransit) expect((await wholeTile(archive, id)).equals(tiles.get(id)!)).toBe(true)
          else await expect(wholeTile(archive, id)).rejects.toThrow(DamagedFrame)
          expect(reads).toBe(2)
        },
      ),
      { numRuns: runs(50) },
    )
  })

  test('is refused where it is cut short', async () => {
    const archive = openArchive(bytes, async ({ start, end }) =>
      bytes.frames.subarray(start, end - 1),
    )
    await expect(wholeTile(archive, [...tiles.keys()][0]!)).rejects.toThrow(DamagedFrame)
    await expect(archive.summaries([...tiles.keys()])).rejects.toThrow(DamagedFrame)
  })
})

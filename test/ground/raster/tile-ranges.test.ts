import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinTileRanges } from '#ground/raster'

/** Tiles in the layout of a file: in sequence, with gaps, not in the order of their numbers. */
const layout = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 70_000 }), fc.integer({ min: 0, max: 40_000 })), {
    minLength: 1,
    maxLength: 60,
  })
  .chain((stored) =>
    fc.record({
      stored: fc.constant(stored),
      order: fc.shuffledSubarray([...stored.keys()], { minLength: stored.length }),
      wanted: fc.shuffledSubarray([...stored.keys()]),
    }),
  )
  .map(({ stored, order, wanted }) => {
    const tileOffsets: number[] = []
    const tileByteCounts: number[] = []
    let at = 1000
    for (const tile of order) {
      const [size, gap] = stored[tile]!
      tileOffsets[tile] = at
      tileByteCounts[tile] = size
      at += size + gap
    }
    return { tileOffsets, tileByteCounts, wanted }
  })

test('every tile lies in exactly one range, entirely', () => {
  fc.assert(
    fc.property(layout, ({ wanted, ...header }) => {
      const ranges = joinTileRanges(wanted, header)
      expect(ranges.flatMap(({ tiles }) => tiles).sort()).toEqual([...wanted].sort())
      for (const { start, end, tiles } of ranges) {
        for (const tile of tiles) {
          expect(header.tileOffsets[tile]).toBeGreaterThanOrEqual(start)
          expect(header.tileOffsets[tile]! + header.tileByteCounts[tile]!).toBeLessThanOrEqual(end)
        }
      }
    }),
  )
})

test('ranges are limited in bytes, tiles and gaps', () => {
  fc.assert(
    fc.property(layout, ({ wanted, ...header }) => {
      for (const { start, end, tiles } of joinTileRanges(wanted, header)) {
        const useful = tiles.reduce((sum, tile) => sum + header.tileByteCounts[tile]!, 0)
        expect(end - start).toBeLessThanOrEqual(512 * 1024)
        expect(tiles.length).toBeLessThanOrEqual(16)
        expect(end - start - useful).toBeLessThanOrEqual(16 * 1024 * (tiles.length - 1))
      }
    }),
  )
})

test('neighbours share a range', () => {
  const header = { tileOffsets: [100, 1108, 2116], tileByteCounts: [1000, 1000, 1000] }
  expect(joinTileRanges([2, 0, 1], header)).toEqual([{ start: 100, end: 3116, tiles: [0, 1, 2] }])
})

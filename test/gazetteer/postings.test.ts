import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  InlinePostings,
  PagedPostings,
  packPage,
  pageCounts,
  postingsPage,
} from '../../lib/gazetteer/format/postings.ts'
import { endOfPostings, type Postings } from '../../lib/gazetteer/gazetteer.ts'

/** Ranks in order: how many, and how far apart they lie. */
const rankLists = fc
  .tuple(fc.integer({ min: 1, max: 5000 }), fc.constantFrom(1, 2, 40, 5000), fc.nat())
  .map(([count, spread, seed]) => {
    let state = seed
    let rank = -1
    return Uint32Array.from({ length: count }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      rank += 1 + (state % spread)
      return rank
    })
  })

/** The list as a pack gives it, with only the pages that the first `most` need. */
function paged(ranks: Uint32Array, most: number): Postings {
  let start = 0
  const pages = pageCounts(ranks.length).map((count) => {
    const page = packPage(ranks.subarray(start, start + count))
    start += count
    return postingsPage.decode(page)
  })
  const needed = pageCounts(Math.min(ranks.length, most)).length
  return new PagedPostings(pages.slice(0, needed), ranks.length, most)
}

const steps = fc.array(
  fc.oneof(fc.constant('next' as const), fc.double({ min: 0, max: 1.1, noNaN: true })),
  { maxLength: 60 },
)
const mosts = fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.integer({ min: 1, max: 6000 }))

/** Walks a cursor and a plain list side by side. */
function walk(postings: Postings, ranks: readonly number[], moves: readonly ('next' | number)[]) {
  const cursor = postings.cursor()
  const last = ranks.at(-1)!
  let index = 0
  expect(cursor.rank).toBe(ranks[0] ?? endOfPostings)
  for (const move of moves) {
    if (move === 'next') {
      index = Math.min(index + 1, ranks.length)
      expect(cursor.next()).toBe(ranks[index] ?? endOfPostings)
    } else {
      const rank = Math.floor(move * last)
      while (index < ranks.length && ranks[index]! < rank) index++
      expect(cursor.seek(rank)).toBe(ranks[index] ?? endOfPostings)
    }
    expect(cursor.rank).toBe(ranks[index] ?? endOfPostings)
  }
}

test('a cursor over pages goes where a plain list goes', () => {
  fc.assert(
    fc.property(rankLists, mosts, steps, (ranks, most, moves) => {
      const postings = paged(ranks, most)
      const expected = [...ranks.slice(0, Math.min(most, ranks.length))]
      expect(postings.count).toBe(expected.length)
      expect(postings.complete).toBe(expected.length === ranks.length)
      walk(postings, expected, moves)
    }),
    { numRuns: 400 },
  )
})

test('below its horizon a list lacks nothing, and at it there may be more', () => {
  fc.assert(
    fc.property(rankLists, mosts, (ranks, most) => {
      for (const { horizon, count, complete } of [
        paged(ranks, most),
        new InlinePostings([...ranks.slice(0, 8)], most),
      ]) {
        if (complete) expect(horizon).toBe(endOfPostings)
        else expect(horizon).toBe(ranks[count - 1]! + 1)
      }
    }),
  )
})

test('so does one over a list that stands in the dictionary', () => {
  fc.assert(
    fc.property(rankLists, mosts, steps, (ranks, most, moves) => {
      const list = [...ranks.slice(0, 8)]
      const postings = new InlinePostings(list, most)
      const expected = list.slice(0, Math.min(most, list.length))
      expect(postings.complete).toBe(expected.length === list.length)
      walk(postings, expected, moves)
    }),
  )
})

test('stepping through a list gives every rank of it once', () => {
  fc.assert(
    fc.property(rankLists, (ranks) => {
      const cursor = paged(ranks, Number.POSITIVE_INFINITY).cursor()
      const seen: number[] = []
      for (; cursor.rank !== endOfPostings; cursor.next()) seen.push(cursor.rank)
      expect(seen).toEqual([...ranks])
    }),
  )
})

test('two cursors of one list do not disturb each other', () => {
  const postings = paged(
    Uint32Array.from({ length: 2000 }, (_, i) => 3 * i),
    2000,
  )
  const [a, b] = [postings.cursor(), postings.cursor()]
  a.seek(4000)
  expect(b.rank).toBe(0)
  b.next()
  expect(a.rank).toBe(4002)
})

test('the first ranks of a list are in pages of less than twice as many', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 1e6 }), (count, n) => {
      const pages = pageCounts(count)
      expect(pages.reduce((sum, size) => sum + size, 0)).toBe(count)
      const first = pageCounts(Math.min(n, count)).length
      const held = pages.slice(0, first).reduce((sum, size) => sum + size, 0)
      expect(held).toBeGreaterThanOrEqual(Math.min(n, count))
      expect(held).toBeLessThanOrEqual(Math.max(512, 2 * n, n + 65_536))
    }),
  )
})

test('long pages are packed, and how a page is packed must be known', () => {
  let rank = 0
  const ranks = Uint32Array.from({ length: 4096 }, (_, i) => {
    rank += 1 + ((i * 7919) % 11)
    return rank
  })
  const packed = packPage(ranks)
  expect(packed.length).toBeLessThan(0.75 * ranks.length)
  expect(postingsPage.decode(packed)).toHaveLength(32 * 8 + 4096 - 32)
  const short = packPage(ranks.subarray(0, 512))
  expect(short).toHaveLength(1 + 4 * 8 + 512 - 4)
  expect(() => postingsPage.decode(Uint8Array.of(2, ...packed.subarray(1)))).toThrow(RangeError)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  endOfPostings,
  InlinePostings,
  listPageCounts,
  PagedPostings,
  type Postings,
  packPage,
  postingsPageDecoder,
} from '#places/gazetteer'
import { runs } from '../../setup/suite.ts'

/** Ascending docIds, random in number and spacing. */
const docIdLists = fc
  .tuple(fc.integer({ min: 1, max: 5000 }), fc.constantFrom(1, 2, 40, 5000), fc.nat())
  .map(([count, spread, seed]) => {
    let state = seed
    let docId = -1
    return Uint32Array.from({ length: count }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      docId += 1 + (state % spread)
      return docId
    })
  })

/** Returns the list as a pack does, with the pages of the first `maxPlaces` docIds. */
function paged(docIds: Uint32Array, maxPlaces: number): Postings {
  let start = 0
  const pages = listPageCounts(docIds.length).map((count) => {
    const page = packPage(docIds.subarray(start, start + count))
    start += count
    return postingsPageDecoder.decode(page)
  })
  const needed = listPageCounts(Math.min(docIds.length, maxPlaces)).length
  return new PagedPostings(pages.slice(0, needed), docIds.length, maxPlaces)
}

const steps = fc.array(
  fc.oneof(fc.constant('next' as const), fc.double({ min: 0, max: 1.1, noNaN: true })),
  { maxLength: 60 },
)
const maxima = fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.integer({ min: 1, max: 6000 }))

/** Moves a cursor and an array in parallel. */
function walk(postings: Postings, docIds: readonly number[], moves: readonly ('next' | number)[]) {
  const cursor = postings.cursor()
  const last = docIds.at(-1)!
  let index = 0
  expect(cursor.docId).toBe(docIds[0] ?? endOfPostings)
  for (const move of moves) {
    if (move === 'next') {
      index = Math.min(index + 1, docIds.length)
      expect(cursor.next()).toBe(docIds[index] ?? endOfPostings)
    } else {
      const docId = Math.floor(move * last)
      while (index < docIds.length && docIds[index]! < docId) index++
      expect(cursor.seek(docId)).toBe(docIds[index] ?? endOfPostings)
    }
    expect(cursor.docId).toBe(docIds[index] ?? endOfPostings)
  }
}

test('a cursor over pages moves like an index into an array', () => {
  fc.assert(
    fc.property(docIdLists, maxima, steps, (docIds, maxPlaces, moves) => {
      const postings = paged(docIds, maxPlaces)
      const expected = [...docIds.slice(0, Math.min(maxPlaces, docIds.length))]
      expect(postings.count).toBe(expected.length)
      expect(postings.complete).toBe(expected.length === docIds.length)
      walk(postings, expected, moves)
    }),
    { numRuns: runs(400) },
  )
})

test('a list is complete below its horizon', () => {
  fc.assert(
    fc.property(docIdLists, maxima, (docIds, maxPlaces) => {
      for (const { horizon, count, complete } of [
        paged(docIds, maxPlaces),
        new InlinePostings([...docIds.slice(0, 8)], maxPlaces),
      ]) {
        if (complete) expect(horizon).toBe(endOfPostings)
        else expect(horizon).toBe(docIds[count - 1]! + 1)
      }
    }),
  )
})

test('a cursor over an inline list moves like an index into an array', () => {
  fc.assert(
    fc.property(docIdLists, maxima, steps, (docIds, maxPlaces, moves) => {
      const list = [...docIds.slice(0, 8)]
      const postings = new InlinePostings(list, maxPlaces)
      const expected = list.slice(0, Math.min(maxPlaces, list.length))
      expect(postings.complete).toBe(expected.length === list.length)
      walk(postings, expected, moves)
    }),
  )
})

test('next visits every docId once', () => {
  fc.assert(
    fc.property(docIdLists, (docIds) => {
      const cursor = paged(docIds, Number.POSITIVE_INFINITY).cursor()
      const seen: number[] = []
      for (; cursor.docId !== endOfPostings; cursor.next()) seen.push(cursor.docId)
      expect(seen).toEqual([...docIds])
    }),
  )
})

test('two cursors over one list are independent', () => {
  const postings = paged(
    Uint32Array.from({ length: 2000 }, (_, i) => 3 * i),
    2000,
  )
  const [a, b] = [postings.cursor(), postings.cursor()]
  a.seek(4000)
  expect(b.docId).toBe(0)
  b.next()
  expect(a.docId).toBe(4002)
})

test('the pages with the first n docIds contain at most 2n, 512 or n + 65,536 docIds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 1e6 }), (count, n) => {
      const pages = listPageCounts(count)
      expect(pages.reduce((sum, size) => sum + size, 0)).toBe(count)
      const first = listPageCounts(Math.min(n, count)).length
      const held = pages.slice(0, first).reduce((sum, size) => sum + size, 0)
      expect(held).toBeGreaterThanOrEqual(Math.min(n, count))
      expect(held).toBeLessThanOrEqual(Math.max(512, 2 * n, n + 65_536))
    }),
  )
})

test('long pages are compressed, and an unknown compression is refused', () => {
  let docId = 0
  const docIds = Uint32Array.from({ length: 4096 }, (_, i) => {
    docId += 1 + ((i * 7919) % 11)
    return docId
  })
  const packed = packPage(docIds)
  expect(packed.length).toBeLessThan(0.75 * docIds.length)
  expect(postingsPageDecoder.decode(packed)).toHaveLength(32 * 8 + 4096 - 32)
  const short = packPage(docIds.subarray(0, 512))
  expect(short).toHaveLength(1 + 4 * 8 + 512 - 4)
  expect(() => postingsPageDecoder.decode(Uint8Array.of(2, ...packed.subarray(1)))).toThrow(
    RangeError,
  )
})

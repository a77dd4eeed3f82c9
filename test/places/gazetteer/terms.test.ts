import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { IndexedPlace } from '#places/gazetteer'
import { endOfPostings, type Postings } from '#places/gazetteer'
import { seeded } from '../../fixtures/random.ts'
import { runs } from '../../setup/suite.ts'
import { packOfPlaces, placeOfDocId } from './made-places.ts'

/** Returns places by docId, each with the terms of its list. */
function placesWithTerms(terms: readonly (readonly string[])[]): IndexedPlace[] {
  return terms.map((list, docId) => ({ place: placeOfDocId(docId, terms.length), terms: list }))
}

/** Letters; some begin with the same bytes in UTF-8. */
const letters = fc.string({
  unit: fc.constantFrom('a', 'b', 'ß', 'я', 'ю', '東', '杰', '𝔘'),
  maxLength: 5,
})
const term = fc.tuple(fc.constantFrom('w', 'n', 'c', 't'), letters).map((parts) => parts.join(':'))
const termLists = fc.array(fc.array(term, { maxLength: 6 }), { minLength: 1, maxLength: 60 })

/** Builds an inverted index in a map. */
function naive(lists: readonly (readonly string[])[]): Map<string, number[]> {
  const index = new Map<string, number[]>()
  for (const [docId, list] of lists.entries()) {
    for (const key of new Set(list)) index.set(key, [...(index.get(key) ?? []), docId])
  }
  return index
}

function docIdsOf(postings: Postings): number[] {
  const docIds: number[] = []
  const cursor = postings.cursor()
  for (; cursor.docId !== endOfPostings; cursor.next()) docIds.push(cursor.docId)
  return docIds
}

test('finds terms with their count and lowest docId, and no other keys', async () => {
  await fc.assert(
    fc.asyncProperty(termLists, fc.array(term), async (lists, others) => {
      const pack = await packOfPlaces(placesWithTerms(lists))
      const index = naive(lists)
      const keys = [...others, ...index.keys(), '', 'w', 'zzz', 'w:\ud800']
      const terms = await pack.terms(keys)
      for (const [i, key] of keys.entries()) {
        const docIds = index.get(key)
        if (!docIds) expect(terms[i]).toBeUndefined()
        else expect(terms[i]).toMatchObject({ key, count: docIds.length, minDocId: docIds[0] })
      }
      const found = terms.filter((term) => term !== undefined)
      const postings = await pack.postings(found)
      for (const [i, list] of postings.entries()) {
        expect(docIdsOf(list)).toEqual(index.get(found[i]!.key))
      }
    }),
    { numRuns: runs(40) },
  )
})

test('returns the terms of a prefix with the lowest docId first', async () => {
  await fc.assert(
    fc.asyncProperty(
      termLists,
      term,
      fc.integer({ min: 1, max: 8 }),
      async (lists, from, limit) => {
        const pack = await packOfPlaces(placesWithTerms(lists))
        const all = [...naive(lists)]
          .filter(([key]) => key.startsWith(from))
          .map(([key, docIds]) => ({ key, docId: docIds[0]! }))
          .sort(
            (a, b) => a.docId - b.docId || Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)),
          )
        const { terms, complete } = await pack.termsFrom(from, limit)
        expect(terms.map(({ key, minDocId: docId }) => ({ key, docId }))).toEqual(
          all.slice(0, limit),
        )
        expect(complete).toBe(all.length <= limit)
      },
    ),
    { numRuns: runs(40) },
  )
})

test('does not return the tails of words as terms', async () => {
  const pack = await packOfPlaces(placesWithTerms([['w:lausanne'], ['w:genève', 'n:genève']]))
  expect(await pack.terms(['x:ausanne'])).toEqual([undefined])
  expect((await pack.termsFrom('x:', 5)).terms).toEqual([])
  const { terms, complete } = await pack.termsFrom('', 5)
  expect(terms.map(({ key }) => key)).toEqual(['w:lausanne', 'n:genève', 'w:genève'])
  expect(complete).toBe(true)
})

test('returns the best sixteen terms first even for a prefix with too many blocks', async () => {
  // The words are in random alphabetical order, so that blocks are independent.
  const words = Array.from({ length: 40_000 }, (_, docId) => {
    const scattered = Math.imul(docId + 1, 0x9e3779b1) >>> 0
    return [`w:a${scattered.toString(36).padStart(7, '0')}${'x'.repeat(docId % 7)}`]
  })
  const pack = await packOfPlaces(placesWithTerms(words))
  const { terms, complete } = await pack.termsFrom('w:a', 40)
  expect(complete).toBe(false)
  expect(terms.slice(0, 16).map(({ minDocId }) => minDocId)).toEqual([...Array(16).keys()])
  expect(terms).toHaveLength(40)
  const docIds = terms.map(({ minDocId }) => minDocId)
  expect(docIds).toEqual([...docIds].sort((a, b) => a - b))
})

test('returns the best places of a hot prefix', async () => {
  await fc.assert(
    fc.asyncProperty(
      termLists,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 30 }),
      async (lists, short, long) => {
        const pack = await packOfPlaces(placesWithTerms(lists), { hot: { short, long } })
        const index = naive(lists)
        const prefixes = new Set(['w:q', 'w:'])
        for (const key of index.keys()) {
          const characters = [...key.slice(2)]
          for (let n = 1; n <= characters.length; n++) {
            prefixes.add(key.slice(0, 2) + characters.slice(0, n).join(''))
          }
        }
        for (const prefix of prefixes) {
          const under = [...index].filter(([key]) => key.startsWith(prefix)).map(([, list]) => list)
          const postings = under.flat().length
          const length = [...prefix.slice(2)].length
          const isHot =
            /^[wn]:/.test(prefix) && length > 0 && postings >= (length <= 3 ? short : long)
          const hot = await pack.hot(prefix)
          if (!isHot) {
            expect(hot).toBeUndefined()
            continue
          }
          const docIds = [...new Set(under.flat())].sort((a, b) => a - b).slice(0, 256)
          expect(hot?.docIds).toEqual(docIds)
          expect(hot?.places).toStrictEqual(await pack.places(docIds.slice(0, 10)))
        }
      },
    ),
    { numRuns: runs(30) },
  )
})

test('returns the best 256 places of a hot prefix', async () => {
  const lists = Array.from({ length: 1000 }, (_, docId) => [
    `w:ba${String.fromCharCode(97 + (docId % 20))}`,
    `w:ba${String.fromCharCode(97 + ((docId * 7) % 20))}k`,
  ])
  const hot = await (await packOfPlaces(placesWithTerms(lists))).hot('w:ba')
  expect(hot?.docIds).toEqual([...Array(256).keys()])
  expect(hot?.places.map(({ docId }) => docId)).toEqual([...Array(10).keys()])
})

test('completes a list below untilDocId, and estimates its count without a read', async () => {
  const chance = seeded(3)
  const count = 9_000
  const lists = Array.from({ length: count }, (_, docId) => [
    ...(chance() < docId / count ? ['w:late'] : []),
    ...(chance() < 0.002 ? ['w:rare'] : []),
  ])
  const pack = await packOfPlaces(placesWithTerms(lists))
  const index = naive(lists)
  const terms = (await pack.terms(['w:late', 'w:rare'])).map((term) => term!)
  for (const limit of [0, 1, 700, 2_000, 4_500, 8_999, count]) {
    const read = await pack.postings(terms, { untilDocId: limit })
    for (const [i, postings] of read.entries()) {
      const wanted = index.get(terms[i]!.key)!.filter((docId) => docId < limit)
      expect(postings.horizon).toBeGreaterThanOrEqual(Math.min(limit, 1))
      expect(docIdsOf(postings).slice(0, wanted.length)).toEqual(wanted)
      expect(Math.abs(pack.countBelow(terms[i]!, limit) - wanted.length)).toBeLessThan(150)
    }
  }
  const [part] = await pack.postings(terms, { untilDocId: 700 })
  expect(part!.complete).toBe(false)
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endOfPostings } from '../../../lib/gazetteer/gazetteer.ts'
import { allOf, docIdsOf, listStream } from '../../../lib/geocoding/retrieve/posting-iterator.ts'
import { anyOf } from '../../../lib/geocoding/retrieve/posting-union.ts'

const list = fc
  .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 40 })
  .map((docIds) => docIds.sort((a, b) => a - b))
const lists = fc.array(list, { minLength: 1, maxLength: 12 })

describe('streams of docIds', () => {
  it('that are joined by all have what every list has, in order', () => {
    fc.assert(
      fc.property(lists, (given) => {
        const wanted = given[0]!.filter((docId) => given.every((docIds) => docIds.includes(docId)))
        const { docIds } = docIdsOf(allOf(given.map((docIds) => listStream(docIds, true))), 100)
        expect(docIds).toEqual(wanted)
      }),
    )
  })

  it('that are joined by any have what some list has, in order and once', () => {
    fc.assert(
      fc.property(lists, (given) => {
        const wanted = [...new Set(given.flat())].sort((a, b) => a - b)
        const { docIds } = docIdsOf(anyOf(given.map((docIds) => listStream(docIds, true))), 100)
        expect(docIds).toEqual(wanted)
      }),
    )
  })

  it('that are nested agree with sets, and only places with something of their own count', () => {
    fc.assert(
      fc.property(list, list, list, (own, context, other) => {
        const either = anyOf([listStream(own, true), listStream(context, false)])
        const { docIds } = docIdsOf(allOf([either, listStream(other, false)]), 100)
        expect(docIds).toEqual(other.filter((docId) => own.includes(docId)))
      }),
    )
  })

  it('that are joined by any can be sought in like a list', () => {
    fc.assert(
      fc.property(lists, fc.array(fc.integer({ min: 0, max: 70 })), (given, targets) => {
        const all = [...new Set(given.flat())].sort((a, b) => a - b)
        const union = anyOf(given.map((docIds) => listStream(docIds, true)))
        let from = 0
        for (const target of targets) {
          from = Math.max(from, target)
          expect(union.seek(target)).toBe(all.find((docId) => docId >= from) ?? endOfPostings)
        }
      }),
    )
  })

  it('stop at as many as are wanted and say so', () => {
    const { docIds, complete } = docIdsOf(listStream([1, 5, 9], true), 2)
    expect({ docIds, complete }).toEqual({ docIds: [1, 5], complete: false })
  })
})

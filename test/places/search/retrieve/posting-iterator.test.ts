import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endOfPostings } from '#places/gazetteer'
import { firstDocIds, intersectionOf, iterateList, unionOf } from '#places/search'

const list = fc
  .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 40 })
  .map((docIds) => docIds.sort((a, b) => a - b))
const lists = fc.array(list, { minLength: 1, maxLength: 12 })

describe('iterators over posting lists', () => {
  it('intersect to what every list has, in order', () => {
    fc.assert(
      fc.property(lists, (given) => {
        const wanted = given[0]!.filter((docId) => given.every((docIds) => docIds.includes(docId)))
        const { docIds } = firstDocIds(
          intersectionOf(given.map((docIds) => iterateList(docIds, true))),
          100,
        )
        expect(docIds).toEqual(wanted)
      }),
    )
  })

  it('unite to what some list has, in order and once', () => {
    fc.assert(
      fc.property(lists, (given) => {
        const wanted = [...new Set(given.flat())].sort((a, b) => a - b)
        const { docIds } = firstDocIds(
          unionOf(given.map((docIds) => iterateList(docIds, true))),
          100,
        )
        expect(docIds).toEqual(wanted)
      }),
    )
  })

  it('nest, and only places that match by their own name count', () => {
    fc.assert(
      fc.property(list, list, list, (own, context, other) => {
        const either = unionOf([iterateList(own, true), iterateList(context, false)])
        const { docIds } = firstDocIds(intersectionOf([either, iterateList(other, false)]), 100)
        expect(docIds).toEqual(other.filter((docId) => own.includes(docId)))
      }),
    )
  })

  it('seek in a union as in a list', () => {
    fc.assert(
      fc.property(lists, fc.array(fc.integer({ min: 0, max: 70 })), (given, targets) => {
        const all = [...new Set(given.flat())].sort((a, b) => a - b)
        const union = unionOf(given.map((docIds) => iterateList(docIds, true)))
        let from = 0
        for (const target of targets) {
          from = Math.max(from, target)
          expect(union.seek(target)).toBe(all.find((docId) => docId >= from) ?? endOfPostings)
        }
      }),
    )
  })

  it('stop at the maximum and say that there are more', () => {
    const { docIds, complete } = firstDocIds(iterateList([1, 5, 9], true), 2)
    expect({ docIds, complete }).toEqual({ docIds: [1, 5], complete: false })
  })
})

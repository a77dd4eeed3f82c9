import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FairQueue } from '#platform/concurrency'

const pushes = fc.array(fc.record({ owner: fc.constantFrom('a', 'b', 'c'), item: fc.nat() }), {
  maxLength: 40,
})

function drained<T>(queue: FairQueue<T>): T[] {
  const items: T[] = []
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item)
  return items
}

describe('a fair queue', () => {
  test('returns every item once, in order per owner, and no owner two before another has one', () => {
    fc.assert(
      fc.property(pushes, (all) => {
        const queue = new FairQueue<(typeof all)[number]>()
        for (const push of all) queue.push(push.owner, push)
        expect(queue.size).toBe(all.length)
        const taken = drained(queue)
        expect(queue.size).toBe(0)
        for (const owner of ['a', 'b', 'c']) {
          const own = ({ owner: other }: { owner: string }) => other === owner
          expect(taken.filter(own)).toEqual(all.filter(own))
        }
        for (let at = 0; at < taken.length; at++) {
          const left = new Set(taken.slice(at).map(({ owner }) => owner))
          const next = taken.slice(at, at + left.size).map(({ owner }) => owner)
          expect(new Set(next).size).toBe(left.size)
        }
      }),
    )
  })

  test('prefers the smallest share, and skips owners at their maximum', () => {
    const queue = new FairQueue<string>()
    const shares: Record<string, number> = { a: 2, b: 1, c: 3 }
    for (const owner of ['a', 'b', 'c']) queue.push(owner, `${owner}1`)
    const shift = () => queue.shift((owner) => shares[owner]!, 3)
    expect([shift(), shift(), shift()]).toEqual(['b1', 'a1', undefined])
    expect(drained(queue)).toEqual(['c1'])
  })

  test('forgets an item that is removed', () => {
    const queue = new FairQueue<string>()
    queue.push('a', 'a1')
    queue.push('a', 'a2')
    queue.remove('a', 'a1')
    queue.remove('a', 'never there')
    expect(drained(queue)).toEqual(['a2'])
  })
})

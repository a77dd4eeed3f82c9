import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assembleRings } from '../../../region/osm/index.ts'

/** Formats a ring of nodes as text, equal for every start and both directions. */
function cycle(ring: readonly number[]): string {
  const nodes = ring.slice(0, -1)
  const turns = [nodes, nodes.toReversed()].flatMap((list) =>
    list.map((_, i) => [...list.slice(i), ...list.slice(0, i)].join()),
  )
  return turns.sort()[0]!
}

/** Cuts a ring of nodes into ways at the given places. */
function cutRing(nodes: readonly number[], cuts: readonly number[]): number[][] {
  const marks = [...new Set(cuts.map((cut) => cut % nodes.length))].sort((a, b) => a - b)
  return marks.map((from, i) => {
    const to = i + 1 < marks.length ? marks[i + 1]! : marks[0]! + nodes.length
    return Array.from({ length: to - from + 1 }, (_, k) => nodes[(from + k) % nodes.length]!)
  })
}

describe('assembled rings', () => {
  test('come from ways in any order and direction', () => {
    const rings = fc.array(fc.integer({ min: 3, max: 12 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(
        rings,
        fc.array(fc.nat(40), { minLength: 2 }),
        fc.infiniteStream(fc.nat()),
        (sizes, cuts, chance) => {
          let node = 0
          const expected = sizes.map((size) => Array.from({ length: size }, () => ++node))
          const ways = expected.flatMap((nodes) => cutRing(nodes, cuts))
          const next = () => chance.next().value as number
          const mixed = ways
            .map((way) => ({ way: next() % 2 ? way : way.toReversed(), order: next() }))
            .sort((a, b) => a.order - b.order)
            .map(({ way }) => way)
          const { closed, open } = assembleRings(mixed)
          expect(open).toEqual([])
          expect(closed.map(cycle).sort()).toEqual(
            expected.map((nodes) => cycle([...nodes, nodes[0]!])).sort(),
          )
          for (const ring of closed) expect(ring[0]).toBe(ring.at(-1))
        },
      ),
    )
  })

  test('are two rings where they touch in a node', () => {
    const { closed, open } = assembleRings([
      [1, 2, 3],
      [3, 4, 5],
      [5, 6, 3],
      [3, 7, 1],
    ])
    expect(open).toEqual([])
    expect(closed.map(cycle).sort()).toEqual(
      [cycle([1, 2, 3, 7, 1]), cycle([3, 4, 5, 6, 3])].sort(),
    )
  })

  test('leave out open chains', () => {
    const { closed, open } = assembleRings([[1, 2, 3, 1], [10, 11], [11, 12, 13], [20]])
    expect(closed).toEqual([[1, 2, 3, 1]])
    expect(open.map((chain) => chain.join())).toEqual(['10,11,12,13'])
  })
})

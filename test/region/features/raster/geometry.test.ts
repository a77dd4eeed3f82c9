import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clipLine, clipRing, fillRings, visitSegment } from '../../../../region/features/index.ts'
import { runs } from '../../../setup/suite.ts'

const side = 24
const place = fc.integer({ min: -8000, max: 1000 * (side + 8) }).map((milli) => milli / 1000)
/** Positions, many on corners and sides of pixels, where mistakes occur. */
const place2 = fc.oneof(
  place,
  fc.integer({ min: -8, max: side + 8 }),
  fc.integer({ min: -16, max: 2 * side + 16 }).map((half) => half / 2 + 0),
)
const position = fc.tuple(place2, place2)

/** A closed ring, often self-intersecting. */
const ring = fc
  .array(position, { minLength: 3, maxLength: 12 })
  .map((points) => Float64Array.from([...points, points[0]!].flat()))

function filled(rings: readonly Float64Array[]): Uint8Array {
  const pixels = new Uint8Array(side * side)
  fillRings(rings, { width: side, height: side }, (row, from, to) => {
    for (let column = from; column < to; column++) pixels[row * side + column]!++
  })
  return pixels
}

/** Counts how often a ray to the east crosses the rings. */
function crossings(rings: readonly Float64Array[], x: number, y: number): number {
  let count = 0
  for (const ring of rings)
    for (let i = 2; i < ring.length; i += 2) {
      const [x0, y0, x1, y1] = [ring[i - 2]!, ring[i - 1]!, ring[i]!, ring[i + 1]!]
      if (y0 <= y === y1 <= y) continue
      if (x0 + (y - y0) * ((x1 - x0) / (y1 - y0)) > x) count++
    }
  return count
}

describe('the pixels along a segment', () => {
  test('lead from the first to the last, each sharing a side with the next', () => {
    fc.assert(
      fc.property(position, position, ([x0, y0], [x1, y1]) => {
        const pixels: [number, number][] = []
        visitSegment(x0, y0, x1, y1, (column, row) => pixels.push([column, row]))
        expect(pixels[0]!.join()).toBe([Math.floor(x0), Math.floor(y0)].join())
        expect(pixels.at(-1)!.join()).toBe([Math.floor(x1), Math.floor(y1)].join())
        for (const [i, [column, row]] of pixels.entries()) {
          const before = pixels[i - 1] ?? [column - 1, row]
          expect(Math.abs(column - before[0]) + Math.abs(row - before[1])).toBe(1)
        }
      }),
      { numRuns: runs(2000) },
    )
  })

  test('include every pixel that it passes through', () => {
    fc.assert(
      fc.property(
        place,
        place,
        place,
        place,
        fc.integer({ min: 0, max: 997 }),
        (x0, y0, x1, y1, part) => {
          const t = part / 997
          const [x, y] = [x0 + t * (x1 - x0), y0 + t * (y1 - y0)]
          // Within a millionth of a side, the neighbouring pixel is also correct.
          fc.pre([x, y].every((at) => Math.abs(at - Math.round(at)) > 1e-6))
          const pixels = new Set<string>()
          visitSegment(x0, y0, x1, y1, (column, row) => pixels.add(`${column} ${row}`))
          expect(pixels).toContain(`${Math.floor(x)} ${Math.floor(y)}`)
        },
      ),
      { numRuns: runs(1000) },
    )
  })
})

describe('the pixels inside rings', () => {
  test('follow the even-odd rule at the middles of pixels', () => {
    fc.assert(
      fc.property(fc.array(ring, { minLength: 1, maxLength: 3 }), (rings) => {
        const pixels = filled(rings)
        for (const [i, count] of pixels.entries()) {
          const [x, y] = [(i % side) + 0.5, Math.floor(i / side) + 0.5]
          // A middle on a side of the ring may belong to either polygon.
          const isClear = crossings(rings, x - 1e-9, y) === crossings(rings, x + 1e-9, y)
          if (isClear) expect(count).toBe(crossings(rings, x, y) % 2)
        }
      }),
    )
  })

  test('belong to exactly one of two areas with a common border', () => {
    fc.assert(
      fc.property(fc.array(place2, { minLength: 1, maxLength: 8 }), (bends) => {
        const step = side / (bends.length + 1)
        const border: [number, number][] = [
          [side / 2, -1],
          ...bends.map((x, i): [number, number] => [x, (i + 1) * step]),
          [side / 2, side + 1],
        ]
        const west = [...border, [-9, side + 1], [-9, -1], border[0]!].flat()
        const east = [...border.toReversed(), [side + 9, -1], [side + 9, side + 1]]
        const both = [west, [...east, east[0]!].flat()].map((ring) =>
          filled([Float64Array.from(ring)]),
        )
        expect(both[0]!.map((count, i) => count + both[1]![i]!)).toEqual(
          new Uint8Array(side * side).fill(1),
        )
      }),
    )
  })
})

describe('clipping to a box', () => {
  const box = { left: 4, top: 5, right: 18, bottom: 17 }
  test('covers the same pixels in the box as before, and none outside', () => {
    fc.assert(
      fc.property(fc.array(ring, { minLength: 1, maxLength: 3 }), (rings) => {
        const [before, after] = [filled(rings), filled(rings.map((ring) => clipRing(ring, box)))]
        for (let i = 0; i < before.length; i++) {
          const [column, row] = [i % side, Math.floor(i / side)]
          const isIn = column >= 4 && column < 18 && row >= 5 && row < 17
          const [x, y] = [column + 0.5, row + 0.5]
          const isClear = crossings(rings, x - 1e-9, y) === crossings(rings, x + 1e-9, y)
          if (isClear || !isIn) expect(after[i]).toBe(isIn ? before[i] : 0)
        }
      }),
    )
  })

  test('keeps every segment of a line that enters the box, uncut', () => {
    fc.assert(
      fc.property(fc.array(position, { minLength: 2, maxLength: 20 }), (points) => {
        const kept = clipLine(Float64Array.from(points.flat()), box).flatMap((stretch) =>
          Array.from({ length: stretch.length / 2 - 1 }, (_, i) =>
            [...stretch.subarray(2 * i, 2 * i + 4)].join(' '),
          ),
        )
        for (const [i, to] of points.entries()) {
          const from = points[i - 1]
          if (!from) continue
          const steps = Array.from({ length: 101 }, (_, k) => k / 100)
          const comesIn = steps.some((t) => {
            const [x, y] = [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])]
            return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
          })
          if (comesIn) expect(kept).toContain([...from, ...to].join(' '))
        }
      }),
    )
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PointInRings } from '#ground/geo'

const coordinate = fc.double({ min: -100, max: 100, noNaN: true })
const ring = fc
  .array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 200 })
  .map((points) => [...points, points[0]!].flat())

/** Applies the even-odd rule without an index: counts edges east of the point that cross its latitude. */
function isInside(rings: readonly number[][], x: number, y: number): boolean {
  let crossings = 0
  for (const points of rings) {
    for (let i = 2; i < points.length; i += 2) {
      const [x0, y0, x1, y1] = points.slice(i - 2, i + 2) as [number, number, number, number]
      if (y0 <= y === y1 <= y) continue
      if (x0 + ((y - y0) / (y1 - y0)) * (x1 - x0) > x) crossings++
    }
  }
  return crossings % 2 === 1
}

test('points are inside rings by the even-odd rule, whatever the number of edges', () => {
  fc.assert(
    fc.property(
      fc.array(ring, { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(coordinate, coordinate), { minLength: 20, maxLength: 20 }),
      (rings, points) => {
        const index = new PointInRings(rings)
        for (const [x, y] of points) expect(index.has(x, y)).toBe(isInside(rings, x, y))
      },
    ),
  )
})

test('no point is inside an empty list of rings or a ring without area', () => {
  expect(new PointInRings([]).has(0, 0)).toBe(false)
  expect(new PointInRings([[0, 0, 2, 0, 0, 0]]).has(1, 0)).toBe(false)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markCone } from '#prediction'

const around = Array.from({ length: 360 }, (_, degrees) => (degrees * Math.PI) / 180)
const circle = {
  east: Float64Array.of(1, ...around.map((angle) => 1000 * Math.sin(angle))),
  north: Float64Array.of(-2, ...around.map((angle) => 1000 * Math.cos(angle))),
}
const bearing = fc.double({ min: 0, max: 360, noNaN: true })

test('the cone contains directions within the angle to either side, across north too', () => {
  const inside = (degrees: number) =>
    [...markCone(circle, degrees, 70).keys()].filter(
      (i) => i > 0 && markCone(circle, degrees, 70)[i],
    )
  expect(inside(0).length).toBe(141)
  expect(inside(350.5).map((i) => i - 1)).toContain(359)
  expect(inside(350.5).map((i) => i - 1)).toContain(60)
  expect(inside(350.5).map((i) => i - 1)).not.toContain(61)
  expect(inside(350.5).map((i) => i - 1)).toContain(281)
  expect(inside(350.5).map((i) => i - 1)).not.toContain(280)
})

test('a bearing of 360 equals a bearing of 0', () => {
  expect(markCone(circle, 360, 70)).toEqual(markCone(circle, 0, 70))
})

test('a cone of all directions keeps every hexagon', () => {
  fc.assert(
    fc.property(bearing, (degrees) => {
      expect(markCone(circle, degrees, 180).every((is) => is === 1)).toBe(true)
    }),
  )
})

test('the cone always contains the hexagon of the origin', () => {
  fc.assert(
    fc.property(bearing, fc.double({ min: 0, max: 180, noNaN: true }), (degrees, half) => {
      expect(markCone(circle, degrees, half)[0]).toBe(1)
    }),
  )
})

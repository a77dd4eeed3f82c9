import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceMeters, type LatLon } from '#ground/geo'
import { AreaPolygon, projectOnto, simplifyLine } from '../../../region/places/index.ts'

/** A ring of random size around a center, with one point at each angle, so it never crosses itself. */
const star = fc
  .record({
    lat: fc.double({ min: -60, max: 60, noNaN: true }),
    lon: fc.double({ min: -170, max: 170, noNaN: true }),
    radii: fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), {
      minLength: 5,
      maxLength: 300,
    }),
  })
  .map(({ lat, lon, radii }) => {
    const point = (angle: number, radius: number): LatLon => ({
      lat: lat + radius * Math.sin(angle),
      lon: lon + radius * Math.cos(angle),
    })
    const ring = radii.map((radius, i) => point((i / radii.length) * 2 * Math.PI, radius))
    return { center: { lat, lon }, ring: [...ring, ring[0]!] }
  })

/** Tests containment by the winding angle, an independent method. */
function isAround(ring: readonly LatLon[], at: LatLon): boolean {
  let turned = 0
  for (let i = 1; i < ring.length; i++) {
    const a = Math.atan2(ring[i - 1]!.lat - at.lat, ring[i - 1]!.lon - at.lon)
    const b = Math.atan2(ring[i]!.lat - at.lat, ring[i]!.lon - at.lon)
    turned += ((b - a + 3 * Math.PI) % (2 * Math.PI)) - Math.PI
  }
  return Math.abs(turned) > Math.PI
}

const square = (lat: number, lon: number, size: number): LatLon[] => [
  { lat, lon },
  { lat, lon: lon + size },
  { lat: lat + size, lon: lon + size },
  { lat: lat + size, lon },
  { lat, lon },
]

describe('an area polygon', () => {
  test('contains the points inside its ring', () => {
    const offset = fc.double({ min: -1.2, max: 1.2, noNaN: true })
    fc.assert(
      fc.property(star, offset, offset, ({ center, ring }, north, east) => {
        const at = { lat: center.lat + north, lon: center.lon + east }
        fc.pre(projectOnto(ring, at).distanceMeters > 1)
        expect(new AreaPolygon([ring]).contains(at)).toBe(isAround(ring, at))
      }),
    )
  })

  test('contains its inner point', () => {
    fc.assert(
      fc.property(star, ({ ring }) => {
        const shape = new AreaPolygon([ring])
        expect(shape.contains(shape.findInnerPoint())).toBe(true)
      }),
    )
  })

  test('has holes and islands, whatever the order and direction of its rings', () => {
    const rings = [square(4, 4, 2), square(0, 0, 10).reverse(), square(2, 2, 6), square(20, 20, 1)]
    const shape = new AreaPolygon(rings)
    expect(shape.contains({ lat: 1, lon: 1 })).toBe(true)
    expect(shape.contains({ lat: 3, lon: 3 })).toBe(false)
    expect(shape.contains({ lat: 5, lon: 5 })).toBe(true)
    expect(shape.contains({ lat: 20.5, lon: 20.5 })).toBe(true)
    expect(
      shape
        .toArea()
        .map((polygon) => polygon.length)
        .sort(),
    ).toEqual([1, 1, 2])
  })

  test('has its inner point in the crescent when it is a crescent', () => {
    const crescent = [
      ...Array.from({ length: 19 }, (_, i) => [10, i * 10]),
      ...Array.from({ length: 19 }, (_, i) => [9, 180 - i * 10]),
    ].map(([radius, angle]) => ({
      lat: radius! * Math.sin((angle! * Math.PI) / 180),
      lon: radius! * Math.cos((angle! * Math.PI) / 180),
    }))
    const shape = new AreaPolygon([[...crescent, crescent[0]!]])
    expect(shape.contains(shape.findInnerPoint())).toBe(true)
  })
})

describe('a simplified line', () => {
  test('keeps its ends and stays within the tolerance', () => {
    const step = fc.tuple(
      fc.double({ min: -0.001, max: 0.001, noNaN: true }),
      fc.double({ min: -0.001, max: 0.001, noNaN: true }),
    )
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 80 }), (steps) => {
        let at = { lat: 47, lon: 8 }
        const line = steps.map(([lat, lon]) => (at = { lat: at.lat + lat, lon: at.lon + lon }))
        const slim = simplifyLine(line, 5)
        expect(slim[0]).toEqual(line[0])
        expect(slim.at(-1)).toEqual(line.at(-1))
        for (const point of line) {
          const { at: foot } = projectOnto(slim, point)
          expect(distanceMeters(point, foot)).toBeLessThan(5.2)
        }
      }),
    )
  })

  test('never collapses when it is a ring', () => {
    const ring = square(47, 8, 0.00001)
    expect(simplifyLine(ring, 5).length).toBeGreaterThanOrEqual(4)
  })
})

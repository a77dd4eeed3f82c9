import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildNestedAreas, type GridPolygon } from '#routing/operations/isochrone'
import { runs } from '../../../setup/suite.ts'
import { contains, covers, keepsRightHandRule, validityOf } from './validity.ts'

const closed = (ring: readonly number[]) => {
  const positions = []
  for (let i = 0; i <= ring.length; i += 2) {
    positions.push([ring[i % ring.length], ring[(i % ring.length) + 1]])
  }
  return positions
}

const geometryOf = (pieces: readonly GridPolygon[]) => ({
  type: 'MultiPolygon',
  coordinates: pieces.map(({ shell, holes }) => [shell, ...holes].map(closed)),
})

/** Small numbers produce many touches, doubled lines and crossings at one place. */
const ringOn = (size: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: 0, max: size }), fc.integer({ min: 0, max: size })), {
      minLength: 3,
      maxLength: 12,
    })
    .map((positions) => positions.flat())

const layer = fc.oneof(
  fc.array(ringOn(6), { maxLength: 3 }),
  fc.array(ringOn(100), { maxLength: 3 }),
  fc.array(ringOn(1_000_000), { maxLength: 3 }),
)

const square = (from: number, to: number) => [from, from, to, from, to, to, from, to]

describe('areas of crossing rings', () => {
  test('are valid polygons by the right-hand rule, and each covers the previous one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(layer, { minLength: 1, maxLength: 4 }), async (layers) => {
        const areas = (await buildNestedAreas(layers)).map(geometryOf)
        for (const area of areas) {
          expect(validityOf(area)).toBe('valid')
          expect(keepsRightHandRule(area)).toBe(true)
        }
        for (let i = 1; i < areas.length; i++) {
          if (areas[i - 1]!.coordinates.length > 0) {
            expect(covers(areas[i]!, areas[i - 1]!)).toBe(true)
          }
        }
      }),
      { numRuns: runs(1_000) },
    )
  })

  test('contain a point exactly if it is inside an odd number of rings of a layer', async () => {
    const point = fc.tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 999 }))
    // Snapping moves lines by less than a unit: on a grid of a thousand, half-way points are unaffected.
    const rings = fc.array(ringOn(10), { minLength: 1, maxLength: 2 })
    const five = fc.array(point, { minLength: 5, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(rings, rings, five, async (a, b, points) => {
        const [big, small] = [a, b].map((layer) => layer.map((ring) => ring.map((n) => n * 100)))
        const union = geometryOf((await buildNestedAreas([big!, small!]))[1]!)
        for (const [x, y] of points) {
          const [lon, lat] = [x + 0.5, y + 0.5]
          const raw = [big!, small!].map((rings) => ({
            type: 'Polygon',
            coordinates: rings.map(closed),
          }))
          // Rings are checked one by one: between borders of two parallel rings, all nearby points look alike.
          const near = [...big!, ...small!].some((ring) => {
            const alone = { type: 'Polygon', coordinates: [closed(ring)] }
            return new Set(around(alone, lon, lat)).size > 1
          })
          if (near) continue
          expect(contains(union, lon, lat)).toBe(raw.some((layer) => contains(layer, lon, lat)))
        }
      }),
      { numRuns: runs(1_000) },
    )
  })

  test('split where they touch in a single point', async () => {
    const [area] = await buildNestedAreas([[square(0, 10), square(10, 20)]])
    expect(area).toHaveLength(2)
  })

  test('keep a hole that touches the border as a separate ring', async () => {
    const [area] = await buildNestedAreas([[square(0, 10), [0, 5, 4, 3, 4, 7]]])
    expect(area).toHaveLength(1)
    expect(area![0]!.holes).toHaveLength(1)
  })

  test('keep an island in a hole of an island', async () => {
    const [area] = await buildNestedAreas([
      [square(0, 100), square(10, 90), square(20, 80), square(30, 70)],
    ])
    expect(area!.map(({ holes }) => holes.length)).toEqual([1, 1])
  })

  test('are empty for rings that retrace themselves', async () => {
    expect(await buildNestedAreas([[[0, 0, 10, 10]], [[0, 0, 5, 5, 9, 9]]])).toEqual([[], []])
  })
})

function around(layer: { type: string; coordinates: unknown }, lon: number, lat: number) {
  const steps = [-2, 0, 2]
  return steps.flatMap((dx) => steps.map((dy) => contains(layer, lon + dx, lat + dy)))
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PointInRings } from '#ground/geo'
import { signedArea, type Vertices } from '../../../region/features/index.ts'
import {
  extent,
  type MapShape,
  nestPolygons,
  slice,
  type TilePiece,
} from '../../../region/map/index.ts'
import { runs } from '../../setup/suite.ts'

const zoom = 4
const margin = extent / 64

const ring = (...corners: [x: number, y: number][]): Vertices =>
  Float64Array.from([...corners, corners[0]!].flat())
const box = (left: number, top: number, right: number, bottom: number): Vertices =>
  ring([left, top], [right, top], [right, bottom], [left, bottom])
const pieces = (shape: MapShape): TilePiece[] => {
  const all: TilePiece[] = []
  slice(shape, zoom, ({ x, y, parts }) =>
    all.push({ x, y, parts: parts.map((part) => part.slice()) }),
  )
  return all
}
const tiles = (shape: MapShape): string[] => pieces(shape).map(({ x, y }) => `${x}/${y}`)

/** A ring whose corners lie on a star around a point, and the same ring at half its size. */
const star = fc
  .tuple(
    fc.double({ min: 4, max: 12, noNaN: true }),
    fc.double({ min: 4, max: 12, noNaN: true }),
    fc.array(fc.double({ min: 0.2, max: 3, noNaN: true }), { minLength: 3, maxLength: 24 }),
  )
  .map(([x, y, radii]) =>
    [1, 0.5].map((scale) =>
      ring(
        ...radii.map((radius, i): [number, number] => {
          const angle = (2 * Math.PI * i) / radii.length
          return [x + scale * radius * Math.cos(angle), y + scale * radius * Math.sin(angle)]
        }),
      ),
    ),
  )

describe('points', () => {
  test('lie in one tile, and on a border in the tile to the south-east', () => {
    expect(pieces({ type: 'point', at: [3.5, 2.25] })).toEqual([
      { x: 3, y: 2, parts: [Int32Array.of(2048, 1024)] },
    ])
    expect(tiles({ type: 'point', at: [3, 2] })).toEqual(['3/2'])
  })

  test('stay in the world when they are on its edge', () => {
    expect(tiles({ type: 'point', at: [16, 16] })).toEqual(['15/15'])
    expect(tiles({ type: 'point', at: [0, 0] })).toEqual(['0/0'])
  })
})

describe('lines', () => {
  test('extend only into the margins of their tiles', () => {
    const line = Float64Array.of(0.5, 0.5, 3.5, 0.5)
    expect(pieces({ type: 'line', lines: [line] })).toEqual([
      { x: 0, y: 0, parts: [Int32Array.of(2048, 2048, extent + margin, 2048)] },
      { x: 1, y: 0, parts: [Int32Array.of(-margin, 2048, extent + margin, 2048)] },
      { x: 2, y: 0, parts: [Int32Array.of(-margin, 2048, extent + margin, 2048)] },
      { x: 3, y: 0, parts: [Int32Array.of(-margin, 2048, 2048, 2048)] },
    ])
  })

  test('are in both tiles when they follow a border', () => {
    const line = Float64Array.of(1.2, 2, 1.8, 2)
    expect(tiles({ type: 'line', lines: [line] })).toEqual(['1/1', '1/2'])
  })

  test('become two parts of a tile when they leave and return', () => {
    const line = Float64Array.of(1.2, 1.5, 2.5, 1.5, 2.5, 1.7, 1.2, 1.7)
    const parts = pieces({ type: 'line', lines: [line] }).flatMap((piece) =>
      piece.x === 1 ? piece.parts : [],
    )
    expect(parts.map((part) => part.length)).toEqual([4, 4])
  })

  test('keep their total length across tiles, whatever their form', () => {
    const corner = fc.double({ min: 0.01, max: 15.99, noNaN: true })
    const lines = fc.array(fc.tuple(corner, corner), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(lines, (corners) => {
        const line = Float64Array.from(corners.flat())
        const parts = pieces({ type: 'line', lines: [line] }).flatMap(({ parts }) => parts)
        const inside = parts.reduce((sum, part) => sum + lengthWithin(part), 0)
        const whole = lengthOf(line)
        // Corners and both ends of each part are rounded to whole units, with the largest effect at a tile's corner.
        const rounded = parts.length + corners.length
        expect(Math.abs(inside / extent - whole)).toBeLessThan((6 * rounded) / extent)
      }),
      { numRuns: runs(200) },
    )
  })
})

describe('polygons', () => {
  test('leave a tile empty when a hole covers it', () => {
    const polygons = nestPolygons([box(0.5, 0.5, 5.5, 5.5), box(1.5, 1.5, 4.5, 4.5)])
    const inside = pieces({ type: 'polygon', polygons }).find(({ x, y }) => x === 3 && y === 3)!
    // Its outline runs around the margin twice, in both directions.
    expect(areaOf(inside.parts)).toBe(0)
  })

  test("become a tile's square with the margin when they cover the tile", () => {
    const piece = pieces({ type: 'polygon', polygons: [[box(0.5, 0.5, 5.5, 5.5)]] }).find(
      ({ x, y }) => x === 2 && y === 3,
    )!
    expect(areaOf(piece.parts)).toBe((extent + 2 * margin) ** 2)
  })

  test('are in both tiles when they reach a border, and in none when they have no width', () => {
    expect(tiles({ type: 'polygon', polygons: [[box(1.5, 1.5, 2, 1.8)]] })).toEqual(['1/1', '2/1'])
    expect(tiles({ type: 'polygon', polygons: [[box(1.5, 1.5, 1.6, 1.5)]] })).toEqual([])
  })

  test('contain the same points as before, whatever their form and holes', () => {
    const at = fc.double({ min: 0.03, max: 0.97, noNaN: true })
    fc.assert(
      fc.property(star, fc.array(fc.tuple(at, at), { maxLength: 8 }), (rings, points) => {
        const polygons = nestPolygons(rings)
        const before = polygons.map((rings) => new PointInRings(rings))
        for (const { x, y, parts } of pieces({ type: 'polygon', polygons })) {
          const after = new PointInRings(parts.map((part) => Float64Array.from(part)))
          for (const [east, south] of points) {
            const [px, py] = [x + east, y + south]
            if (isNearOutline(rings, px, py)) continue
            const isInPiece = after.has(east * extent, south * extent)
            expect(isInPiece).toBe(before.some((each) => each.has(px, py)))
          }
        }
        const covered = pieces({ type: 'polygon', polygons }).reduce(
          (sum, { parts }) => sum + areaWithin(parts),
          0,
        )
        const whole = polygons.reduce(
          (sum, each) => sum + each.reduce((s, line) => s + signedArea(line), 0),
          0,
        )
        expect(Math.abs(covered / extent ** 2 - whole)).toBeLessThan(0.05)
      }),
      { numRuns: runs(100) },
    )
  })
})

describe('rings', () => {
  test('become polygons with their holes, and islands in holes become separate polygons', () => {
    const [outer, hole, island] = [box(0, 0, 9, 9), box(1, 1, 8, 8), box(2, 2, 3, 3)]
    const apart = box(20, 0, 21, 1)
    const polygons = nestPolygons([hole, apart, island, outer])
    expect(polygons.map((rings) => rings.map(signedArea))).toEqual([[81, -49], [1], [1]])
  })

  test('are nested correctly when they touch in a corner', () => {
    const polygons = nestPolygons([box(0, 0, 9, 9), ring([0, 0], [4, 1], [1, 4])])
    expect(polygons).toHaveLength(1)
    expect(polygons[0]).toHaveLength(2)
  })
})

function lengthOf(line: ArrayLike<number>): number {
  let sum = 0
  for (let i = 2; i < line.length; i += 2)
    sum += Math.hypot(line[i]! - line[i - 2]!, line[i + 1]! - line[i - 1]!)
  return sum
}

/** Measures a part without the margins, by sampling. */
function lengthWithin(part: Int32Array): number {
  const samples = 400
  let sum = 0
  for (let i = 2; i < part.length; i += 2) {
    const [x, y] = [part[i - 2]!, part[i - 1]!]
    const [east, south] = [part[i]! - x, part[i + 1]! - y]
    let inside = 0
    for (let k = 0; k < samples; k++) {
      const share = (k + 0.5) / samples
      const [px, py] = [x + share * east, y + share * south]
      if (px >= 0 && py >= 0 && px < extent && py < extent) inside++
    }
    sum += (inside / samples) * Math.hypot(east, south)
  }
  return sum
}

function areaOf(parts: readonly Int32Array[]): number {
  return parts.reduce((sum, part) => sum + signedArea(Float64Array.from(part)), 0)
}

/** Measures the area of a tile's part without its margins, by cutting it again. */
function areaWithin(parts: readonly Int32Array[]): number {
  const clip = (part: Float64Array) => {
    let points = [...part]
    for (const [axis, limit, side] of [
      [0, 0, 1],
      [0, extent, -1],
      [1, 0, 1],
      [1, extent, -1],
    ] as const) {
      const kept: number[] = []
      for (let i = 2; i < points.length; i += 2) {
        const [from, to] = [points[i - 2 + axis]!, points[i + axis]!]
        const [a, b] = [(from - limit) * side, (to - limit) * side]
        if (a < 0 !== b < 0) {
          const other = points[i - 1 - axis]!
          const cut = other + (a / (a - b)) * (points[i + 1 - axis]! - other)
          kept.push(...(axis === 0 ? [limit, cut] : [cut, limit]))
        }
        if (b >= 0) kept.push(points[i]!, points[i + 1]!)
      }
      points = kept.length > 0 ? [...kept, kept[0]!, kept[1]!] : []
    }
    return points.length > 0 ? signedArea(Float64Array.from(points)) : 0
  }
  return parts.reduce((sum, part) => sum + clip(Float64Array.from(part)), 0)
}

function isNearOutline(rings: readonly Vertices[], x: number, y: number): boolean {
  return rings.some((line) => {
    for (let i = 2; i < line.length; i += 2) {
      const [fromX, fromY] = [line[i - 2]!, line[i - 1]!]
      const [east, south] = [line[i]! - fromX, line[i + 1]! - fromY]
      const squared = east * east + south * south
      const share = Math.max(
        0,
        Math.min(1, ((x - fromX) * east + (y - fromY) * south) / (squared || 1)),
      )
      if (Math.hypot(x - fromX - share * east, y - fromY - share * south) < 0.001) return true
    }
    return false
  })
}

import fc from 'fast-check'
import { cellToBoundary } from 'h3-js'
import { describe, expect, test } from 'vitest'
import { PointInRings } from '#ground/geo'
import {
  HexCover,
  type HexGrid,
  measureLayers,
  projectPolygon,
  type Segment,
  WorkLimit,
} from '#prediction'
import { runs } from '../../setup/suite.ts'
import { type Corner, circleGrid, planeSegment, rectangle, star } from '../polygons.ts'

const grid = circleGrid(700)
const flat = (ring: readonly Corner[]) => ring.flat()

function sharesOf(segment: Segment, over: HexGrid = grid): Float64Array {
  const shares = new Float64Array(over.ids.length)
  const cover = new HexCover(over, new WorkLimit())
  for (const { hex, share } of cover.findCovered(projectPolygon(over.plane, segment.polygon))) {
    expect(share).toBeGreaterThan(0)
    expect(share).toBeLessThanOrEqual(1)
    expect(shares[hex]).toBe(0)
    shares[hex] = share
  }
  return shares
}

/** Share of a hexagon's pattern points inside rings: equal to the area's share to within a few points. */
function sampledShare(over: HexGrid, hex: number, rings: readonly Corner[][], parts = 40): number {
  const corners = cellToBoundary(over.ids[hex]!).map(([lat, lon]) => {
    const { east, north } = over.plane.toPlane({ lat, lon })
    return [east, north] as const
  })
  const inside = new PointInRings(rings.map((ring) => [...ring, ring[0]!].flat()))
  const inHex = new PointInRings([[...corners, corners[0]!].flat()])
  const [wests, souths] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [west, east, south, north] = [
    Math.min(...wests),
    Math.max(...wests),
    Math.min(...souths),
    Math.max(...souths),
  ]
  let [all, covered] = [0, 0]
  for (let i = 0; i < parts; i++) {
    for (let k = 0; k < parts; k++) {
      const x = west + ((i + 0.5) / parts) * (east - west)
      const y = south + ((k + 0.5) / parts) * (north - south)
      if (!inHex.has(x, y)) continue
      all++
      if (inside.has(x, y)) covered++
    }
  }
  return covered / all
}

describe('the share of hexagons that a polygon covers', () => {
  test('is 1 inside, 0 outside and a part of the area across the edge', () => {
    const half = rectangle(-2000, -2000, 0, 2000)
    const shares = sharesOf(planeSegment(grid, 'west', half))
    shares.forEach((share, hex) => {
      const east = grid.east[hex]!
      if (east < -40) expect(share).toBe(1)
      else if (east > 40) expect(share).toBe(0)
      else expect(Math.abs(share - sampledShare(grid, hex, [half]))).toBeLessThan(0.03)
    })
    expect(shares.filter((share) => share > 0 && share < 1).length).toBeGreaterThan(10)
  })

  test('does not count holes, in whichever direction the rings run', () => {
    const outer = rectangle(-900, -900, 900, 900)
    const hole = rectangle(-300, -200, 250, 300)
    for (const rings of [
      [outer, hole],
      [outer.toReversed(), hole],
      [outer, hole.toReversed()],
    ]) {
      const shares = sharesOf(planeSegment(grid, 'ring', ...rings))
      shares.forEach((share, hex) => {
        expect(Math.abs(share - sampledShare(grid, hex, rings))).toBeLessThan(0.03)
      })
    }
  })

  test('equals the share of sampled points, for polygons of any shape', () => {
    fc.assert(
      fc.property(star(600), fc.integer({ min: 0, max: grid.ids.length - 1 }), (ring, from) => {
        const shares = sharesOf(planeSegment(grid, 'star', ring))
        for (let i = 0; i < 10; i++) {
          const hex = (from + 37 * i) % grid.ids.length
          expect(Math.abs(shares[hex]! - sampledShare(grid, hex, [ring]))).toBeLessThan(0.05)
        }
      }),
      { numRuns: runs(30) },
    )
  })

  test.each([
    ['over the antimeridian', { lat: 51, lon: 179.9995 }],
    ['at the pole', { lat: 90, lon: 0 }],
    ['at a pentagon', { lat: 64.7, lon: 10.536 }],
    ['on the equator', { lat: 0.0001, lon: -78.5 }],
  ])('adds up to the area of the polygon %s', (_, center) => {
    const there = circleGrid(900, center)
    const cover = new HexCover(there, new WorkLimit())
    const shares = sharesOf(planeSegment(there, 'box', rectangle(-300, -250, 200, 310)), there)
    const covered = shares.reduce((sum, share, hex) => sum + share * cover.measureHex(hex), 0)
    expect(covered).toBeCloseTo(500 * 560, -1)
  })

  test('is empty for polygons far away, even on the other side of the globe', () => {
    for (const middle of [
      { lat: -47.38, lon: -171.46 },
      { lat: 48.5, lon: 8.54 },
    ]) {
      const { polygon } = planeSegment(circleGrid(700, middle), 'far', rectangle(-1, -1, 1, 1))
      expect(projectPolygon(grid.plane, polygon)).toEqual([])
    }
  })
})

describe('the weighted area of layers', () => {
  const limit = () => new WorkLimit()

  test('equals the area of a single layer', () => {
    fc.assert(
      fc.property(star(500), (ring) => {
        const shoelace =
          ring.reduce((sum, [x, y], i) => {
            const [x0, y0] = ring.at(i - 1)!
            return sum + x0 * y - x * y0
          }, 0) / 2
        const area = measureLayers([[flat(ring)]], () => 1, limit())
        expect(Math.abs(area - shoelace)).toBeLessThan(1e-6 * shoelace)
      }),
      { numRuns: runs(200) },
    )
  })

  test('weights overlaps by the layers that cover them', () => {
    const layers = [
      [flat(rectangle(0, 0, 10, 10))],
      [flat(rectangle(5, 0, 15, 10))],
      [flat(rectangle(0, 5, 20, 6))],
    ]
    const area = (weight: (covers: Uint8Array) => number) => measureLayers(layers, weight, limit())
    expect(area(() => 1)).toBeCloseTo(150 + 5, 9)
    expect(area(([a, b]) => (a && b ? 1 : 0))).toBeCloseTo(50, 9)
    expect(area(([a, b, c]) => (a && b && c ? 1 : 0))).toBeCloseTo(5, 9)
  })

  test('of any two shapes is the sum of their areas minus their overlap', () => {
    fc.assert(
      fc.property(star(400), star(400), (a, b) => {
        const layers = [[flat(a)], [flat(b)]]
        const area = (weight: (covers: Uint8Array) => number) =>
          measureLayers(layers, weight, limit())
        const [first, second] = [area((covers) => covers[0]!), area((covers) => covers[1]!)]
        const both = area((covers) => covers[0]! * covers[1]!)
        expect(area(() => 1)).toBeCloseTo(first + second - both, 3)
        expect(first).toBeCloseTo(
          measureLayers([layers[0]!], () => 1, limit()),
          3,
        )
      }),
      { numRuns: runs(200) },
    )
  })
})

test('measureLayers refuses polygons that cross in too many places', () => {
  const comb = (turn: (corner: Corner) => Corner) => {
    const teeth = Array.from({ length: 900 }, (_, i): Corner[] => [
      [i, i % 2 === 0 ? 0 : 1000],
      [i + 0.5, i % 2 === 0 ? 0 : 1000],
    ]).flat()
    return [...teeth, [1000, -10] as const, [-10, -10] as const].map(turn)
  }
  const layers = [
    [flat(comb((corner) => corner))],
    [flat(comb(([east, north]) => [1000 - north, east]))],
  ]
  expect(() => measureLayers(layers, () => 1, new WorkLimit())).toThrow(/cross in too many places/)
})

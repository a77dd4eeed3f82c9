import fc from 'fast-check'
import { buildHexGrid, type HexGrid, type Segment } from '#prediction'
import { zurich } from './incidents.ts'

export type Corner = readonly [east: number, north: number]

/** Returns a checked polygon from its corners on a plane, in metres. */
export function planeSegment(
  { plane }: Pick<HexGrid, 'plane'>,
  name: string,
  ...rings: (readonly Corner[])[]
): Segment {
  const closed = rings.map((ring) =>
    [...ring, ring[0]!].map(([east, north]) => {
      const { lat, lon } = plane.toGlobe(east, north)
      return [lon, lat] as const
    }),
  )
  const squareMeters = rings.reduce(
    (sum, ring, i) => sum + (i === 0 ? 1 : -1) * ringSquareMeters(ring),
    0,
  )
  return { name, polygon: { rings: closed, middle: plane.center, squareMeters } }
}

function ringSquareMeters(ring: readonly Corner[]): number {
  const twice = ring.reduce((sum, [x, y], i) => {
    const [x0, y0] = ring.at(i - 1)!
    return sum + x0 * y - x * y0
  }, 0)
  return Math.abs(twice) / 2
}

export const circleGrid = (radiusMeters: number, center = zurich): HexGrid =>
  buildHexGrid({ type: 'circle', center, radiusMeters })

export const rectangle = (west: number, south: number, east: number, north: number): Corner[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
]

/** Generates stars around places on the plane, in metres: not convex, and without self-crossings. */
export const star = (reachMeters: number): fc.Arbitrary<Corner[]> =>
  fc
    .record({
      east: fc.double({ min: -reachMeters, max: reachMeters, noNaN: true }),
      north: fc.double({ min: -reachMeters, max: reachMeters, noNaN: true }),
      radii: fc.array(fc.double({ min: 10, max: reachMeters, noNaN: true }), {
        minLength: 3,
        maxLength: 14,
      }),
    })
    .map(({ east, north, radii }) =>
      radii.map((radius, i): Corner => {
        const turn = (2 * Math.PI * i) / radii.length
        return [east + radius * Math.cos(turn), north + radius * Math.sin(turn)]
      }),
    )

/** Generates tiles of a square, without gaps or overlaps: a lattice with moved corners. Sizes are in metres. */
export const tiles = (halfMeters: number): fc.Arbitrary<Corner[][]> =>
  fc
    .integer({ min: 1, max: 4 })
    .chain((count) =>
      fc.tuple(
        fc.constant(count),
        fc.array(
          fc.tuple(
            fc.double({ min: -0.4, max: 0.4, noNaN: true }),
            fc.double({ min: -0.4, max: 0.4, noNaN: true }),
          ),
          {
            minLength: (count + 1) ** 2,
            maxLength: (count + 1) ** 2,
          },
        ),
      ),
    )
    .map(([count, moves]) => {
      const side = (2 * halfMeters) / count
      const corner = (column: number, row: number): Corner => {
        const [x, y] = moves[row * (count + 1) + column]!
        const isInner = (place: number) => place > 0 && place < count
        return [
          -halfMeters + side * (column + (isInner(column) ? x : 0)),
          -halfMeters + side * (row + (isInner(row) ? y : 0)),
        ]
      }
      const found: Corner[][] = []
      for (let row = 0; row < count; row++) {
        for (let column = 0; column < count; column++) {
          found.push([
            corner(column, row),
            corner(column + 1, row),
            corner(column + 1, row + 1),
            corner(column, row + 1),
          ])
        }
      }
      return found
    })

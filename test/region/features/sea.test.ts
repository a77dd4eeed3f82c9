import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PointInRings } from '#ground/geo'
import type { Vertices } from '../../../region/features/index.ts'
import { buildSea, joinCoastLines, reverseLine } from '../../../region/features/index.ts'
import { NodeTable } from '../../../region/osm/index.ts'

const box = { min_lat: 46, min_lon: 7, max_lat: 46.1, max_lon: 7.2 }

/** Converts shares of the box, eastwards and northwards, to a line. */
function line(...points: [east: number, north: number][]): Vertices {
  return Float64Array.from(points.flatMap(([east, north]) => [7 + 0.2 * east, 46 + 0.1 * north]))
}

function ring(...corners: [east: number, north: number][]): Vertices {
  return line(...corners, corners[0]!)
}

function isSea(rings: readonly Vertices[], east: number, north: number): boolean {
  return rings.length > 0 && new PointInRings(rings).has(7 + 0.2 * east, 46 + 0.1 * north)
}

/** Draws a map of the box from the north, with the sea as `~`. */
function chart(rings: readonly Vertices[], columns = 8, rows = 4): string[] {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) =>
      isSea(rings, (column + 0.5) / columns, 1 - (row + 0.5) / rows) ? '~' : '.',
    ).join(''),
  )
}

describe('the sea', () => {
  test('lies to the right of a coast that crosses the box', () => {
    const northwards = line([0.5, -0.5], [0.5, 1.5])
    expect(chart(buildSea(box, [northwards]).rings)).toEqual(Array(4).fill('....~~~~'))
    const southwards = line([0.5, 1.5], [0.5, -0.5])
    expect(chart(buildSea(box, [southwards]).rings)).toEqual(Array(4).fill('~~~~....'))
  })

  test('follows the corners of the box and leaves islands out', () => {
    const cape = line([0.25, 1.2], [0.25, 0.5], [0.75, 0.5], [0.75, 1.2])
    const island = ring([0.4, 0.01], [0.6, 0.01], [0.6, 0.24], [0.4, 0.24])
    const { rings, isGuessed } = buildSea(box, [cape, island])
    expect(chart(rings)).toEqual(['~~....~~', '~~....~~', '~~~~~~~~', '~~~..~~~'])
    expect(isGuessed).toBe(false)
  })

  test('surrounds a single island, and fills a single lagoon', () => {
    const island = ring([0.3, 0.3], [0.7, 0.3], [0.7, 0.7], [0.3, 0.7])
    expect(chart(buildSea(box, [island]).rings)[1]).toBe('~~....~~')
    expect(chart(buildSea(box, [reverseLine(island)]).rings)[1]).toBe('..~~~~..')
  })

  test('surrounds an island with a point on the rim, slightly inside or slightly beyond', () => {
    for (const north of [1 - 1e-13, 1, 1 + 1e-13]) {
      const island = ring(
        [0.25, 0.25],
        [0.75, 0.25],
        [0.75, 0.75],
        [0.6, 0.75],
        [0.6, north],
        [0.59, 0.75],
        [0.25, 0.75],
      )
      const { rings, isGuessed } = buildSea(box, [island])
      expect(chart(rings)).toEqual(['~~~~~~~~', '~~....~~', '~~....~~', '~~~~~~~~'])
      expect(isGuessed).toBe(false)
    }
    const outside = ring([0.25, -0.5], [0.75, -0.5], [0.5, 0])
    const island = ring([0.25, 0.25], [0.75, 0.25], [0.75, 0.75], [0.25, 0.75])
    expect(chart(buildSea(box, [outside, island]).rings)[0]).toBe('~~~~~~~~')
  })

  test('does not exist without a coast', () => {
    expect(buildSea(box, []).rings).toEqual([])
    expect(buildSea(box, [line([2, -1], [2, 2])]).rings).toEqual([])
  })

  test('is the area outside the land, for islands anywhere', () => {
    const percent = (min: number, max: number) => fc.integer({ min, max }).map((n) => n / 100)
    const island = fc.record({
      north: percent(-20, 120),
      radii: fc.array(percent(3, 20), { minLength: 3, maxLength: 12 }),
      first: fc.nat(11),
    })
    const points = fc.array(fc.tuple(percent(1, 99), percent(1, 99)), {
      minLength: 20,
      maxLength: 20,
    })
    const small = { north: 0, radii: [0.03, 0.03, 0.03], first: 0 }
    fc.assert(
      fc.property(
        fc.array(island, { minLength: 1, maxLength: 4 }),
        points,
        fc.boolean(),
        (islands, points, isInverted) => {
          // Each island lies in one of four columns, so that none touch.
          const lands = islands.map(({ north, radii, first }, column) => {
            const corners = radii.map((radius, i): [number, number] => {
              const turn = (2 * Math.PI * (i + first)) / radii.length
              const center = [column * 0.41 - 0.1, north] as const
              return [center[0] + radius * Math.cos(turn), center[1] + radius * Math.sin(turn)]
            })
            return ring(...corners)
          })
          const coast = isInverted ? lands.map(reverseLine) : lands
          const { rings, isGuessed } = buildSea(box, coast)
          expect(isGuessed).toBe(false)
          const land = new PointInRings(lands)
          if (rings.length === 0) return
          for (const [east, north] of points) {
            const isLand = land.has(7 + 0.2 * east, 46 + 0.1 * north) !== isInverted
            expect(isSea(rings, east, north)).toBe(!isLand)
          }
        },
      ),
      // Islands with a corner on the rim, or on a corner of the box.
      {
        examples: [
          [
            [small, { north: 0.87, radii: [0.13, 0.07, 0.03, 0.03], first: 1 }, small],
            [[0.24, 0.87]],
            false,
          ],
          [
            [small, small, { north: 0.84, radii: [0.17, 0.03, 0.13, 0.03, 0.03], first: 6 }],
            [[0.63, 0.77]],
            false,
          ],
          [
            [
              { north: 0, radii: [0.03, 0.1, 0.03, 0.03], first: 11 },
              { ...small, north: 0.03 },
            ],
            [[0.01, 0.01]],
            false,
          ],
        ],
      },
    )
  })
})

describe('coastline ways', () => {
  test('are joined into the longest possible lines, in any order', () => {
    const nodes = new NodeTable(Float64Array.from({ length: 12 }, (_, i) => i))
    for (let i = 0; i < 12; i++) nodes.set(i, 46 + i / 100, 7)
    const ways = [[3, 4, 5], [0, 1, 2], [5, 6], [8, 9], [9, 10, 8], [2, 3], [7], [11, 99]]
    for (const order of [ways, ways.toReversed()]) {
      const lines = joinCoastLines(order, nodes).map((line) =>
        Array.from(
          line.filter((_, i) => i % 2),
          (lat) => Math.round((lat - 46) * 100),
        ).join(' '),
      )
      expect(lines.toSorted()).toEqual([
        '0 1 2 3 4 5 6',
        expect.stringMatching(/^8 9 10 8$|^9 10 8 9$/),
      ])
    }
  })
})

describe('a coast that ends within the box', () => {
  test('is extended straight to the rim, with a warning', () => {
    const { rings, isGuessed } = buildSea(box, [line([0.5, 0.3], [0.5, 0.8])])
    expect(chart(rings)).toEqual(Array(4).fill('....~~~~'))
    expect(isGuessed).toBe(true)
    expect(buildSea(box, [line([0.5, 0.0001], [0.5, 0.9999])]).isGuessed).toBe(false)
  })

  test('is joined to a nearby continuation over a gap', () => {
    const coast = [line([0.5, -1], [0.5, 0.4]), line([0.6, 0.6], [0.6, 2])]
    const { rings, isGuessed } = buildSea(box, coast)
    expect(chart(rings)).toEqual(chart(buildSea(box, coast.toReversed()).rings))
    expect(rings).toHaveLength(1)
    expect(isGuessed).toBe(true)
    const nearlyRound = line([0.4, 0.4], [0.6, 0.4], [0.6, 0.6], [0.4, 0.6], [0.4, 0.45])
    expect(chart(buildSea(box, [nearlyRound]).rings, 5, 5)).toEqual([
      '~~~~~',
      '~~~~~',
      '~~.~~',
      '~~~~~',
      '~~~~~',
    ])
  })

  test('is left out where it contradicts a longer coast', () => {
    const main = line([0.5, -0.1], [0.5, 0.9])
    const stub = line([0.4, 0.05], [0.38, -0.1])
    const { rings, isGuessed } = buildSea(box, [stub, main])
    expect(chart(rings)).toEqual(Array(4).fill('....~~~~'))
    expect(isGuessed).toBe(true)
  })

  test('absorbs islands on the resulting land, and lagoons in the resulting sea', () => {
    const main = line([0.5, -0.1], [0.5, 1.1])
    const island = ring([0.1, 0.1], [0.2, 0.1], [0.2, 0.9], [0.1, 0.9])
    const lagoon = reverseLine(ring([0.7, 0.1], [0.9, 0.1], [0.9, 0.9], [0.7, 0.9]))
    expect(chart(buildSea(box, [main, island, lagoon]).rings)).toEqual(Array(4).fill('....~~~~'))
  })
})

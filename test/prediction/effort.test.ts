import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barriers } from '#ground/landscape'
import { GridProjection, locatePatternPoints } from '#prediction'
import { buildHexGrid } from '#prediction/area'
import { computeShortestPaths, computeSlopeFactor, estimateEffortRatios } from '#prediction/effort'
import {
  analyticLandscape,
  cliffBarrier,
  flatOpen,
  type GroundAt,
  oneRiver,
} from '../fixtures/landscape.ts'
import { runs } from '../setup/suite.ts'

async function ratiosOn(at: GroundAt, radiusMeters = 1000, center = { lat: 47, lon: 8 }) {
  const grid = buildHexGrid({ type: 'circle', center, radiusMeters })
  const projection = new GridProjection(grid)
  const view = await analyticLandscape({ center, at }).view(projection.listBoxes(5000))
  const ratios = await estimateEffortRatios(
    grid,
    projection,
    view,
    locatePatternPoints(grid, projection),
  )
  const where = (test: (east: number, north: number) => boolean) =>
    [...ratios].filter((_, hex) => test(grid.east[hex]!, grid.north[hex]!))
  return { grid, ratios, where }
}

const least = (values: number[]) => Math.min(...values)
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

test('the effort on flat open ground is exactly the distance, anywhere on the globe', async () => {
  const place = fc.record({
    lat: fc.double({ min: -89, max: 89, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  await fc.assert(
    fc.asyncProperty(place, async (center) => {
      const { ratios } = await ratiosOn(flatOpen, 400, center)
      for (const ratio of ratios) expect(ratio).toBeCloseTo(1, 12)
    }),
    { numRuns: runs(12) },
  )
})

test('a river without a bridge raises the effort on the far side only', async () => {
  const { where } = await ratiosOn(oneRiver({ eastMeters: 400, widthMeters: 30 }))
  for (const ratio of where((east) => east < 310)) expect(ratio).toBeCloseTo(1, 9)
  expect(least(where((east) => east > 500))).toBeGreaterThan(2)
})

test('a bridge of one pixel opens a river, anywhere along it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -500, max: 500 }),
      fc.integer({ min: 150, max: 450 }),
      async (bridgeNorthMeters, eastMeters) => {
        const river = oneRiver({ eastMeters, widthMeters: 30, bridgeNorthMeters })
        const { where } = await ratiosOn(river, 700)
        const beyond = where(
          (east, north) => east > eastMeters + 90 && Math.abs(north - bridgeNorthMeters) < 120,
        )
        fc.pre(beyond.length > 0)
        expect(least(beyond)).toBeLessThan(2.5)
      },
    ),
    { numRuns: runs(12) },
  )
})

test('a thin barrier raises the effort behind it in any direction', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.double({ min: 0, max: Math.PI, noNaN: true }),
      fc.double({ min: 120, max: 500, noNaN: true }),
      async (angle, away) => {
        const beyond = (east: number, north: number) =>
          east * Math.cos(angle) + north * Math.sin(angle) - away
        const { where } = await ratiosOn(
          (east, north) =>
            Math.abs(beyond(east, north)) <= 4 ? { barrier: barriers.motorway } : {},
          800,
        )
        const far = where((east, north) => beyond(east, north) > 80)
        fc.pre(far.length > 0)
        expect(least(far)).toBeGreaterThan(1.5)
      },
    ),
    { numRuns: runs(12) },
  )
})

test('a way around the end of a cliff lowers the effort behind it', async () => {
  const endless = await ratiosOn(cliffBarrier({ eastMeters: 400 }))
  const short = await ratiosOn((east, north) =>
    north > 0 ? cliffBarrier({ eastMeters: 400 })(east, north) : {},
  )
  const behind = (east: number, north: number) => east > 500 && north > 0 && north < 250
  expect(least(endless.where(behind))).toBeGreaterThan(2)
  expect(mean(short.where(behind))).toBeLessThan(mean(endless.where(behind)))
})

test('a path lowers the effort through scrub', async () => {
  const scrub = await ratiosOn(() => ({ land_cover: 'scrub' }))
  expect(mean([...scrub.ratios])).toBeGreaterThan(1.8)
  const withPath = await ratiosOn((_, north) => ({
    land_cover: 'scrub',
    path: Math.abs(north),
  }))
  const along = withPath.where((east, north) => Math.abs(north) < 60 && Math.abs(east) > 300)
  expect(mean(along)).toBeLessThan(1.5)
})

test('uphill is harder than downhill, and gently downhill easier than flat', async () => {
  const { where } = await ratiosOn((east) => ({ heightMeters: 500 + 0.1 * east }))
  const uphill = mean(where((east, north) => east > 400 && Math.abs(north) < 200))
  const downhill = mean(where((east, north) => east < -400 && Math.abs(north) < 200))
  expect(uphill).toBeCloseTo(computeSlopeFactor(0.1), 1)
  expect(downhill).toBeLessThan(uphill)
  expect(computeSlopeFactor(-0.05)).toBeLessThan(1)
  expect(computeSlopeFactor(0)).toBe(1)
})

test('ground without heights counts as flat', async () => {
  const { ratios } = await ratiosOn((east) => ({
    heightMeters: east > 0 ? Number.NaN : 100,
  }))
  for (const ratio of ratios) expect(ratio).toBeCloseTo(1, 12)
})

test('an origin on a barrier can be left without effort', async () => {
  const { where } = await ratiosOn((east, north) => {
    const isWet = Math.hypot(east, north) < 60
    return isWet ? { land_cover: 'water', barrier: barriers.water, road: 0 } : {}
  })
  for (const ratio of where((east, north) => Math.hypot(east, north) > 200)) {
    expect(ratio).toBeLessThan(1.01)
  }
})

test('the least costs equal the costs of the best paths by brute force', () => {
  const edge = fc.record({
    from: fc.nat(7),
    to: fc.nat(7),
    cost: fc.double({ min: 0, max: 10, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 40 }), (edges) => {
      const sorted = edges.toSorted((a, b) => a.from - b.from)
      const first = Int32Array.from({ length: 9 }, (_, node) => {
        const at = sorted.findIndex(({ from }) => from >= node)
        return at < 0 ? sorted.length : at
      })
      const found = computeShortestPaths(
        {
          first,
          to: Int32Array.from(sorted, ({ to }) => to),
          costs: Float64Array.from(sorted, ({ cost }) => cost),
        },
        0,
      )
      // Bellman-Ford, with one round per node.
      const expected = new Array<number>(8).fill(Infinity)
      expected[0] = 0
      for (let round = 0; round < 8; round++) {
        for (const { from, to, cost } of sorted) {
          expected[to] = Math.min(expected[to]!, expected[from]! + cost)
        }
      }
      expect([...found]).toEqual(expected)
    }),
  )
})

test('an edge with a cost of NaN leads nowhere, and the search ends', () => {
  // The edge from 0 to 1 costs NaN; the one from 0 to 2 costs 4.
  const graph = {
    first: Int32Array.of(0, 2, 3, 4),
    to: Int32Array.of(1, 2, 0, 0),
    costs: Float64Array.of(Number.NaN, 4, Number.NaN, 4),
  }
  expect([...computeShortestPaths(graph, 0)]).toEqual([0, Infinity, 4])
})

import fc from 'fast-check'
import geodesic from 'geographiclib-geodesic'
import { describe, expect, test } from 'vitest'
import { metersPerDegreeEast, metersPerDegreeNorth } from '#ground/geo'
import { computeGridBounds, type PixelGrid } from '../../../../region/elevation/index.ts'
import {
  countFeaturePixels,
  divideGrid,
  planFeatureGrid,
} from '../../../../region/features/index.ts'

/** Terrain with 1 m to 500 m between samples, anywhere but at the poles. */
const terrain: fc.Arbitrary<PixelGrid> = fc
  .record({
    stepMeters: fc.double({ min: 1, max: 500, noNaN: true }),
    ratio: fc.constantFrom(1, 1, 0.5, 2),
    lat: fc.integer({ min: -78, max: 78 }),
    west: fc.integer({ min: -170, max: 160 }),
  })
  .map(({ stepMeters, ratio, lat, west }) => {
    const stepLat = stepMeters / 111_000
    const stepLon = stepLat * ratio
    const [width, height] = [Math.ceil(1 / stepLon), Math.ceil(1 / stepLat)]
    return { west, north: lat + 1, stepLon, stepLat, width, height }
  })

const { Geodesic } = geodesic

const share = fc.double({ min: 0, max: 0.9, noNaN: true })

describe('the grid of the features', () => {
  test('has pixels of 10 to 20 m, aligned with the terrain, over the whole box', () => {
    fc.assert(
      fc.property(terrain, share, share, (ground, u, v) => {
        const west = ground.west + u
        const south = ground.north - 1 + v
        const box = { min_lat: south, min_lon: west, max_lat: south + 0.1, max_lon: west + 0.1 }
        const grid = planFeatureGrid(ground, box)!
        const lat = south + 0.05
        for (const [step, whole, meters] of [
          [grid.stepLon, ground.stepLon, grid.stepLon * metersPerDegreeEast(lat)],
          [grid.stepLat, ground.stepLat, grid.stepLat * metersPerDegreeNorth(lat)],
        ] as const) {
          expect(meters).toBeGreaterThan(9.99)
          expect(meters).toBeLessThan(20.01)
          const parts = Math.max(step / whole, whole / step)
          expect(Math.abs(parts - Math.round(parts))).toBeLessThan(1e-6)
        }
        const columns = (grid.west - ground.west) / grid.stepLon
        const rows = (ground.north - grid.north) / grid.stepLat
        expect(Math.abs(columns - Math.round(columns))).toBeLessThan(1e-4)
        expect(Math.abs(rows - Math.round(rows))).toBeLessThan(1e-4)
        const covered = computeGridBounds(grid)
        const slack = 1e-4 * Math.max(grid.stepLat, grid.stepLon)
        expect(covered.min_lat).toBeLessThan(box.min_lat + slack)
        expect(covered.max_lat).toBeGreaterThan(box.max_lat - slack)
        expect(covered.min_lon).toBeLessThan(box.min_lon + slack)
        expect(covered.max_lon).toBeGreaterThan(box.max_lon - slack)
        expect(covered.max_lon - box.max_lon).toBeLessThan(grid.stepLon + slack)
        expect(countFeaturePixels(box)).toBeGreaterThan(0.9 * grid.width * grid.height * 0.9)
      }),
    )
  })

  test('halves terrain of one arc-second, at 60 degrees north only from north to south', () => {
    const at = (lat: number) => {
      const ground = { west: 24, north: lat + 1, stepLon: 1 / 3600, stepLat: 1 / 3600 }
      const box = { min_lat: lat + 0.1, min_lon: 24.1, max_lat: lat + 0.3, max_lon: 24.3 }
      const grid = planFeatureGrid({ ...ground, width: 3600, height: 3600 }, box)!
      return [grid.stepLon, grid.stepLat].map((step) => Math.round(1 / 3600 / step))
    }
    expect(at(42)).toEqual([2, 2])
    expect(at(60)).toEqual([1, 2])
  })

  test('covers only ground that has terrain', () => {
    const ground = { west: 9, north: 47, stepLon: 1 / 3600, stepLat: 1 / 3600 }
    const cell = { ...ground, width: 3600, height: 3600 }
    const half = planFeatureGrid(cell, {
      min_lat: 46.2,
      min_lon: 8.5,
      max_lat: 46.3,
      max_lon: 9.5,
    })!
    expect(half.west).toBeCloseTo(9, 9)
    expect(
      planFeatureGrid(cell, { min_lat: 48.2, min_lon: 8.5, max_lat: 48.3, max_lon: 9.5 }),
    ).toBeUndefined()
  })
})

test('metres per degree equal the length of the geodesic', () => {
  for (const lat of [-71, -33, 0, 42.5, 60, 84]) {
    const { s12: north } = Geodesic.WGS84.Inverse(lat - 0.01, 9, lat + 0.01, 9)
    const { s12: east } = Geodesic.WGS84.Inverse(lat, 9, lat, 9.01)
    expect(Math.abs(metersPerDegreeNorth(lat) - north! / 0.02)).toBeLessThan(0.1)
    expect(Math.abs(metersPerDegreeEast(lat) - east! / 0.01)).toBeLessThan(0.1)
  }
})

test('blocks cover the grid once, each with 510 m around it', () => {
  const grid = { west: 9, north: 60, stepLon: 1 / 3600, stepLat: 1 / 7200, width: 300, height: 250 }
  const seen = new Uint8Array(300 * 250)
  for (const window of divideGrid(grid, 128)) {
    const { column, row, block, width, height } = window
    for (let r = 0; r < block.height; r++)
      for (let c = 0; c < block.width; c++)
        seen[(row + block.row + r) * 300 + column + block.column + c]!++
    expect(block.row * window.pixelNorthMeters).toBeGreaterThan(510)
    expect(block.column * Math.min(...window.pixelEastMeters)).toBeGreaterThan(510)
    expect([width, height]).toEqual([block.width + 2 * block.column, block.height + 2 * block.row])
  }
  expect(seen.every((count) => count === 1)).toBe(true)
})

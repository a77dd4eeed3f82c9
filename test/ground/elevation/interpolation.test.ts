import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Interpolation } from '#ground/elevation'
import { countTilesAcross, type RasterGrid } from '#ground/raster'

const noData = -32768

/** Small grids in small tiles, some of them over the antimeridian, with heights and gaps. */
const land = fc
  .record({
    width: fc.integer({ min: 1, max: 12 }),
    height: fc.integer({ min: 1, max: 12 }),
    tileSide: fc.integer({ min: 1, max: 5 }),
    firstLat: fc.integer({ min: -60, max: 60 }),
    firstLon: fc.integer({ min: -180, max: 179 }),
    stepLat: fc.constantFrom(0.25, 0.5, 1),
    stepLon: fc.constantFrom(0.25, 0.5, 1),
  })
  .chain((grid) =>
    fc.record({
      grid: fc.constant(grid),
      samples: fc.array(
        fc.oneof(
          { weight: 8, arbitrary: fc.integer({ min: -400, max: 8000 }) },
          { weight: 1, arbitrary: fc.constant(noData) },
        ),
        { minLength: grid.width * grid.height, maxLength: grid.width * grid.height },
      ),
    }),
  )

function heightsOf(
  grid: RasterGrid,
  samples: readonly number[],
  positions: { lat: number; lon: number }[],
) {
  const interpolation = new Interpolation(grid, positions)
  const across = countTilesAcross(grid)
  const { tileSide, width, height } = grid
  for (const tile of interpolation.tiles.keys()) {
    const heights = new Float32Array(tileSide * tileSide).fill(noData)
    for (let i = 0; i < heights.length; i++) {
      const column = (tile % across) * tileSide + (i % tileSide)
      const row = Math.floor(tile / across) * tileSide + Math.floor(i / tileSide)
      if (column < width && row < height) heights[i] = samples[row * width + column]!
    }
    interpolation.take(tile, heights)
  }
  return interpolation.heights(noData)
}

const wrapped = (lon: number) => (lon > 180 ? lon - 360 : lon)

test('the height at a sample equals the sample, whatever its neighbours', () => {
  fc.assert(
    fc.property(land, ({ grid, samples }) => {
      const positions = samples.map((_, i) => ({
        lat: grid.firstLat - Math.floor(i / grid.width) * grid.stepLat,
        lon: wrapped(grid.firstLon + (i % grid.width) * grid.stepLon),
      }))
      const expected = samples.map((height) => (height === noData ? null : height))
      expect(heightsOf(grid, samples, positions)).toEqual(expected)
    }),
  )
})

test('a height between samples is null or within the range of the four samples around it', () => {
  const share = fc.double({ min: 0.01, max: 0.99, noNaN: true })
  fc.assert(
    fc.property(land, share, share, fc.nat(), fc.nat(), ({ grid, samples }, u, v, x, y) => {
      const column = x % grid.width
      const row = y % grid.height
      const east = column + 1 < grid.width ? u : 0
      const south = row + 1 < grid.height ? v : 0
      const around = [0, 1, 2, 3]
        .filter((corner) => (east > 0 || !(corner & 1)) && (south > 0 || !(corner >> 1)))
        .map((corner) => samples[(row + (corner >> 1)) * grid.width + column + (corner & 1)]!)
      const position = {
        lat: grid.firstLat - (row + south) * grid.stepLat,
        lon: wrapped(grid.firstLon + (column + east) * grid.stepLon),
      }
      const [height] = heightsOf(grid, samples, [position])
      if (around.includes(noData)) expect(height).toBe(null)
      else {
        expect(height).toBeGreaterThanOrEqual(Math.min(...around) - 1e-6)
        expect(height).toBeLessThanOrEqual(Math.max(...around) + 1e-6)
      }
    }),
  )
})

test('heights reach half a pixel beyond the outermost samples', () => {
  fc.assert(
    fc.property(
      land,
      fc.double({ min: -0.99, max: 0.99, noNaN: true }),
      ({ grid, samples }, off) => {
        const [height] = heightsOf(grid, samples, [
          { lat: grid.firstLat + Math.abs(off) * grid.stepLat, lon: grid.firstLon },
        ])
        const corner = samples[0] === noData ? null : samples[0]
        expect(height).toBe(Math.abs(off) <= 0.5 ? corner : null)
      },
    ),
  )
})

test('the four samples around a position come from at most four tiles', () => {
  fc.assert(
    fc.property(land, ({ grid }) => {
      const middle = {
        lat: grid.firstLat - ((grid.height - 1) / 2) * grid.stepLat,
        lon: wrapped(grid.firstLon + ((grid.width - 1) / 2) * grid.stepLon),
      }
      const { tiles } = new Interpolation(grid, [middle])
      expect([...tiles.values()].flat().sort()).toEqual([0, 1, 2, 3])
      expect(tiles.size).toBeLessThanOrEqual(4)
    }),
  )
})

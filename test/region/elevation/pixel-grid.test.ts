import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeGridBounds,
  findGridOffset,
  formatTilePath,
  listNeededCells,
  makeHgtGrid,
  measureCoveredShare,
  type PixelGrid,
  parseCellName,
  planMosaicGrid,
} from '../../../region/elevation/index.ts'

const cell = fc.record({
  lat: fc.integer({ min: -89, max: 88 }),
  lon: fc.integer({ min: -180, max: 179 }),
})

const raster: fc.Arbitrary<PixelGrid> = fc.record({
  west: fc.double({ min: 5, max: 15, noNaN: true }),
  north: fc.double({ min: 40, max: 50, noNaN: true }),
  stepLon: fc.constantFrom(1 / 3600, 1 / 1200, 1 / 2400, 0.001),
  stepLat: fc.constantFrom(1 / 3600, 1 / 1200, 0.001),
  width: fc.integer({ min: 1, max: 4000 }),
  height: fc.integer({ min: 1, max: 4000 }),
})

describe('the grid of a mosaic', () => {
  test('covers all rasters, at the finest step in each direction', () => {
    fc.assert(
      fc.property(fc.array(raster, { minLength: 1, maxLength: 5 }), (rasters) => {
        const mosaic = planMosaicGrid(rasters)
        const box = computeGridBounds(mosaic)
        const slack = 0.011 * Math.max(mosaic.stepLon, mosaic.stepLat)
        for (const raster of rasters) {
          const { min_lat, min_lon, max_lat, max_lon } = computeGridBounds(raster)
          expect(min_lat).toBeGreaterThan(box.min_lat - slack)
          expect(min_lon).toBeGreaterThan(box.min_lon - slack)
          expect(max_lat).toBeLessThan(box.max_lat + slack)
          expect(max_lon).toBeLessThan(box.max_lon + slack)
          expect(mosaic.stepLon).toBeLessThanOrEqual(raster.stepLon * (1 + 1e-6))
          expect(mosaic.stepLat).toBeLessThanOrEqual(raster.stepLat * (1 + 1e-6))
        }
      }),
    )
  })

  test('equals the raster when there is only one', () => {
    fc.assert(
      fc.property(raster, (raster) => {
        const mosaic = planMosaicGrid([raster])
        expect(mosaic).toMatchObject({ width: raster.width, height: raster.height })
        expect(findGridOffset(mosaic, raster)).toEqual({ column: 0, row: 0 })
      }),
    )
  })

  test('joins neighbouring HGT tiles without resampling, on their shared row of samples', () => {
    fc.assert(
      fc.property(cell, fc.constantFrom(1201, 3601), ({ lat, lon }, samples) => {
        const tiles = [
          makeHgtGrid({ lat, lon }, samples),
          makeHgtGrid({ lat: lat + 1, lon }, samples),
        ]
        const mosaic = planMosaicGrid(tiles)
        expect(mosaic).toMatchObject({ width: samples, height: 2 * samples - 1 })
        expect(tiles.map((tile) => findGridOffset(mosaic, tile))).toEqual([
          { column: 0, row: samples - 1 },
          { column: 0, row: 0 },
        ])
      }),
    )
  })

  test('resamples rasters whose samples lie between its own', () => {
    const grid = makeHgtGrid({ lat: 46, lon: 9 }, 1201)
    expect(findGridOffset(grid, { ...grid, west: grid.west + grid.stepLon / 2 })).toBeUndefined()
    expect(findGridOffset(grid, { ...grid, stepLat: grid.stepLat * 1.0001 })).toBeUndefined()
    expect(findGridOffset(grid, makeHgtGrid({ lat: 46, lon: 9 }, 3601))).toBeUndefined()
  })
})

describe('cells', () => {
  test('are named after their tiles', () => {
    fc.assert(
      fc.property(cell, (cell) => {
        const [folder, file] = formatTilePath(cell).split('/')
        expect(file!.startsWith(folder!)).toBe(true)
        expect(parseCellName(file!)).toEqual(cell)
      }),
    )
    expect(formatTilePath({ lat: 47, lon: 9 })).toBe('N47/N47E009.hgt')
    expect(formatTilePath({ lat: -1, lon: -72 })).toBe('S01/S01W072.hgt')
    expect(parseCellName('alps.hgt')).toBeUndefined()
  })

  const box = (min_lat: number, min_lon: number, max_lat: number, max_lon: number) => ({
    min_lat,
    min_lon,
    max_lat,
    max_lon,
  })

  test('are required where elevation is at or near roads', () => {
    const names = (...args: Parameters<typeof listNeededCells>) =>
      listNeededCells(...args).map(formatTilePath)
    const world = box(-90, -180, 90, 180)
    expect(names([box(46.3, 9.3, 46.7, 9.7)], [world])).toEqual(['N46/N46E009.hgt'])
    expect(names([box(46.3, 9.3, 46.7, 9.8)], [world])).toHaveLength(2)
    expect(names([box(46.3, 9.3, 46.7, 9.8)], [box(46, 9, 47, 10.0004)])).toHaveLength(1)
    expect(names([box(46.3, 9.3, 46.7, 9.7), box(46.4, 9.3, 46.6, 9.7)], [world])).toHaveLength(1)
    expect(names([box(46.3, 9.3, 46.7, 9.7)], [box(20, 9, 21, 10)])).toEqual([])
  })

  test('the covered share of a box counts overlaps once', () => {
    const roads = box(0, 0, 1, 1)
    expect(measureCoveredShare(roads, [])).toBe(0)
    expect(measureCoveredShare(roads, [box(-1, -1, 2, 2), box(0, 0, 1, 1)])).toBe(1)
    expect(measureCoveredShare(roads, [box(0, 0, 0.5, 1), box(0, 0, 1, 0.5)])).toBeCloseTo(0.75, 2)
  })
})

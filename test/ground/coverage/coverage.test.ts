import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Coverage, CoverageFacts, CoveredCells, maxCells } from '#ground/coverage'
import { distanceMeters, type LatLon } from '#ground/geo'
import { runs } from '../../setup/suite.ts'

const position = fc.record({
  lat: fc.double({ min: -84, max: 84, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
})

function coverageOf(positions: readonly LatLon[], max?: number): Coverage {
  const cells = new CoveredCells()
  for (const each of positions) cells.add(each)
  return new Coverage(cells.quadkeys(max).join(' '))
}

/** Returns a position at roughly the given distance and bearing from another. */
function moved({ lat, lon }: LatLon, meters: number, bearing: number): LatLon {
  const degrees = meters / 111_320
  return {
    lat: lat + degrees * Math.cos(bearing),
    lon: lon + (degrees * Math.sin(bearing)) / Math.cos((lat * Math.PI) / 180),
  }
}

describe('coverage', () => {
  test('contains its positions, and reaches 2 km around them', () => {
    const bearing = fc.double({ min: 0, max: 6.28, noNaN: true })
    const meters = fc.double({ min: 0, max: 1990, noNaN: true })
    const around = fc.array(fc.record({ at: position, bearing, meters }), {
      minLength: 1,
      maxLength: 10,
    })
    fc.assert(
      fc.property(around, (all) => {
        const coverage = coverageOf(all.map(({ at }) => at))
        for (const { at, bearing, meters } of all) {
          expect(coverage.contains(at)).toBe(true)
          expect(coverage.metersTo(at)).toBe(0)
          const near = moved(at, meters, bearing)
          if (distanceMeters(at, near) <= 2000) expect(coverage.reaches(near)).toBe(true)
        }
      }),
      { numRuns: runs(400) },
    )
  })

  test('reaches nothing farther than a cell and 2 km away', () => {
    fc.assert(
      fc.property(position, position, (at, other) => {
        const coverage = coverageOf([at])
        const meters = distanceMeters(at, other)
        if (meters > 12_000) expect(coverage.reaches(other)).toBe(false)
        // The distance is measured from the cell, whose diagonal is at most 3.5 km.
        expect(Math.abs(coverage.metersTo(other) - meters)).toBeLessThan(4000 + 0.01 * meters)
      }),
      { numRuns: runs(400) },
    )
  })

  test('contains all cells that a line crosses, whatever the distance between its positions', () => {
    fc.assert(
      fc.property(
        position,
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (from, north, east, share) => {
          const to = { lat: from.lat + north, lon: Math.min(180, Math.max(-180, from.lon + east)) }
          const cells = new CoveredCells()
          cells.addLine([from, to])
          const between = {
            lat: from.lat + (to.lat - from.lat) * share,
            lon: from.lon + (to.lon - from.lon) * share,
          }
          expect(new Coverage(cells.quadkeys().join(' ')).reaches(between)).toBe(true)
        },
      ),
      { numRuns: runs(400) },
    )
  })

  test('becomes coarser, but never smaller, when it has too many cells', () => {
    const positions = Array.from({ length: 3000 }, (_, i) => ({
      lat: 40 + (i % 60) * 0.1,
      lon: -5 + Math.floor(i / 60) * 0.13,
    }))
    const cells = new CoveredCells()
    for (const each of positions) cells.add(each)
    const keys = cells.quadkeys()
    expect(keys.length).toBeLessThanOrEqual(maxCells)
    const coverage = new Coverage(keys.join(' '))
    for (const each of positions) expect(coverage.contains(each)).toBe(true)
    expect(new Set(keys.map((key) => key.length)).size).toBeGreaterThan(0)
    const facts = { cells: keys.join(' '), areas: cells.areas(), elevation: [] }
    expect(CoverageFacts.parse(facts)).toEqual(facts)
  })

  test('is the same in any order, with four cells merged where they form a larger one', () => {
    const cells = (positions: readonly LatLon[]) => {
      const collected = new CoveredCells()
      for (const each of positions) collected.add(each)
      return { keys: collected.quadkeys(), areas: collected.areas() }
    }
    fc.assert(
      fc.property(fc.array(position, { minLength: 1, maxLength: 30 }), (positions) => {
        expect(cells(positions.toReversed()).keys).toEqual(cells(positions).keys)
        expect(cells(positions.toReversed()).areas).toEqual(cells(positions).areas)
      }),
      { numRuns: runs(200) },
    )
    const full = new CoveredCells()
    full.addBox({ min_lat: 40, min_lon: 0, max_lat: 41, max_lon: 1 })
    const keys = full.quadkeys()
    for (const key of keys)
      expect(keys.filter((other) => other !== key && other.startsWith(key))).toEqual([])
    expect(keys.some((key) => key.length < 13)).toBe(true)
  })

  test('reaches across the date line', () => {
    const coverage = coverageOf([{ lat: -17, lon: 179.999 }])
    expect(coverage.reaches({ lat: -17, lon: -179.999 })).toBe(true)
    expect(coverage.metersTo({ lat: -17, lon: -179 })).toBeLessThan(110_000)
    expect(coverage.reaches({ lat: -17, lon: -179 })).toBe(false)
  })

  test('has an area for each distant part, starting with the largest', () => {
    const cells = new CoveredCells()
    const reunion = [
      { lat: -21, lon: 55.4 },
      { lat: -21.2, lon: 55.6 },
    ]
    const mainland = [
      { lat: 45, lon: 0 },
      { lat: 46, lon: 2 },
      { lat: 47, lon: 4 },
    ]
    for (const each of [...reunion, ...mainland]) cells.add(each)
    expect(cells.areas()).toEqual([
      { min_lat: 45, min_lon: 0, max_lat: 47, max_lon: 4 },
      { min_lat: -21.2, min_lon: 55.4, max_lat: -21, max_lon: 55.6 },
    ])
  })

  test('is refused when its facts are damaged', () => {
    const areas = [{ min_lat: 0, min_lon: 0, max_lat: 1, max_lon: 1 }]
    const isValid = (cells: string) =>
      CoverageFacts.safeParse({ cells, areas, elevation: [] }).success
    expect(isValid('0123 1203')).toBe(true)
    for (const cells of ['', ' ', '4', '01  02', '01 ', '0'.repeat(15), '01,02'])
      expect(isValid(cells)).toBe(false)
  })
})

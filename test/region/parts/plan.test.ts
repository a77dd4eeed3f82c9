import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  estimatePartMemory,
  listNeighbours,
  listTilesAt,
  maxParts,
  planPartCount,
  planParts,
  searchArea,
  tileCodeAt,
  toTile,
} from '../../../region/parts/index.ts'
import { runs } from '../../setup/suite.ts'

/** Tiles around 45 degrees north with their weights. */
const someTiles = fc
  .array(
    fc.record({ row: fc.nat(12), column: fc.nat(12), weight: fc.integer({ min: 0, max: 1000 }) }),
    { minLength: 1, maxLength: 80 },
  )
  .map(
    (cells) =>
      new Map(cells.map(({ row, column, weight }) => [(540 + row) * 1440 + 700 + column, weight])),
  )

describe('a plan of parts', () => {
  test('contains every tile in one part, and has the same parts for the same weights', () => {
    fc.assert(
      fc.property(someTiles, fc.integer({ min: 1, max: maxParts }), (weights, parts) => {
        const plan = planParts(weights, parts)
        expect(plan.flat().sort((a, b) => a - b)).toEqual([...weights.keys()].sort((a, b) => a - b))
        expect(plan.length).toBe(Math.min(parts, weights.size, plan.length))
        expect(plan.every((tiles) => tiles.length > 0)).toBe(true)
        const reversed = new Map([...weights].reverse())
        expect(planParts(reversed, parts)).toEqual(plan)
      }),
      { numRuns: runs(200) },
    )
  })

  test('cuts an even distribution into equal parts, across the longer side', () => {
    const row = 525 * 1440
    const weights = new Map(Array.from({ length: 16 }, (_, i) => [row + 685 + i, 10]))
    expect(planParts(weights, 4)).toEqual(
      [0, 4, 8, 12].map((from) => [0, 1, 2, 3].map((i) => row + 685 + from + i)),
    )
  })

  test('assigns fewer tiles to a city than to the country around it', () => {
    const row = 525 * 1440
    const weights = new Map(Array.from({ length: 10 }, (_, i) => [row + i, i === 0 ? 900 : 100]))
    const [city, country] = planParts(weights, 2)
    expect([city!.length, country!.length]).toEqual([1, 9])
  })

  test('has fewer parts than requested where there are fewer tiles', () => {
    expect(planParts(new Map([[7, 5]]), 4)).toEqual([[7]])
    expect(planParts(new Map(), 4)).toEqual([])
  })
})

describe('the grid of tiles', () => {
  test('numbers tiles row by row from the south-west, as the engine does', () => {
    expect(toTile(tileCodeAt(-90, -180))).toBe(0)
    expect(toTile(tileCodeAt(41.15, -8.6))).toBe(524 * 1440 + 685)
    expect(toTile(tileCodeAt(90, 180))).toBe(719 * 1440 + 1439)
  })

  test('puts a node on a border into the tiles of both sides, and a node on a corner into four', () => {
    const inside = toTile(tileCodeAt(42.6, 1.6))
    expect(listTilesAt(tileCodeAt(42.6, 1.6))).toEqual([inside])
    expect(listTilesAt(tileCodeAt(42.6, 1.5))).toEqual([inside, inside - 1])
    expect(listTilesAt(tileCodeAt(42.5, 1.6))).toEqual([inside, inside - 1440])
    expect(listTilesAt(tileCodeAt(42.5, 1.5)).sort()).toEqual(
      [inside, inside - 1, inside - 1440, inside - 1441].sort(),
    )
  })

  test('wraps around the globe', () => {
    expect(listNeighbours(720 * 700)).toHaveLength(8)
    expect(listNeighbours(540 * 1440)).toContain(540 * 1440 + 1439)
  })
})

describe('the area around a ferry', () => {
  const landing = 540 * 1440 + 700

  test('is the landing and two rings in a town, and extends further where there are no roads', () => {
    const town = new Map([[landing, 50_000]])
    expect(searchArea(landing, town).size).toBe(25)
    expect(searchArea(landing, new Map()).size).toBe(17 * 17)
  })
})

describe('the number of parts', () => {
  const large = { cores: 16, memoryBytes: 256e9 }

  test('is one for a small extract, and for a machine of two cores', () => {
    expect(planPartCount({ extractBytes: 30e6, ...large }).parts).toBe(1)
    expect(planPartCount({ extractBytes: 1e9, cores: 2, memoryBytes: 64e9 })).toEqual({
      parts: 1,
      atOnce: 1,
      threads: 2,
    })
  })

  test('is one for each free core while parts are large enough', () => {
    expect(planPartCount({ extractBytes: 4e9, ...large, busyCores: 2 })).toEqual({
      parts: 14,
      atOnce: 14,
      threads: 1,
    })
    expect(planPartCount({ extractBytes: 400e6, ...large })).toEqual({
      parts: 4,
      atOnce: 4,
      threads: 4,
    })
  })

  test('grows until a part fits in memory, and parts run at once only if they fit together', () => {
    const { parts, atOnce } = planPartCount({ extractBytes: 4e9, cores: 2, memoryBytes: 16e9 })
    expect(estimatePartMemory(4e9, parts)).toBeLessThanOrEqual(16e9)
    expect(estimatePartMemory(4e9, parts - 1)).toBeGreaterThan(16e9)
    expect(atOnce).toBe(1)
  })

  test('equals the requested number, with at most one part per core at once', () => {
    expect(planPartCount({ extractBytes: 1e6, parts: 5, cores: 2, memoryBytes: 8e9 })).toEqual({
      parts: 5,
      atOnce: 2,
      threads: 1,
    })
  })
})

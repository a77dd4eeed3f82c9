import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { selectRegions } from '#prediction'
import { runs } from '../setup/suite.ts'
import { sum } from './incidents.ts'

const descending = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 300 })
  .map((values) => Float64Array.from(values).sort().reverse())

describe('the regions of a prediction', () => {
  test('are the fewest hexagons that hold each share', () => {
    const regions = selectRegions(Float64Array.of(0.4, 0.2, 0.1, 0.1), 15_000)
    expect(regions.map(({ hexes }) => hexes)).toEqual([1, 1, 2, 4, 4])
    expect(regions[2]).toMatchObject({ percent: 75, squareMeters: 30_000 })
    expect(regions[2]!.probability).toBeCloseTo(0.6, 12)
  })

  test('have no hexagons when all probabilities are 0', () => {
    for (const { hexes, probability } of selectRegions(new Float64Array(5), 1)) {
      expect([hexes, probability]).toEqual([0, 0])
    }
  })

  test('hold their share, and would hold less without their last hexagon', () => {
    fc.assert(
      fc.property(descending, (probabilities) => {
        const total = sum(probabilities)
        for (const { percent, hexes, probability } of selectRegions(probabilities, 1)) {
          expect(probability).toBeCloseTo(sum(probabilities.slice(0, hexes)), 9)
          expect(probability).toBeGreaterThanOrEqual((percent / 100) * total * (1 - 1e-9))
          if (hexes === 0) continue
          expect(sum(probabilities.slice(0, hexes - 1))).toBeLessThan((percent / 100) * total)
        }
      }),
      { numRuns: runs(200) },
    )
  })
})

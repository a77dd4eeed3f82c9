import { describe, expect, test } from 'vitest'
import { computeFingerprint, ecoregions, modelVersion, profiles } from '#prediction'
import { type Figure, figures } from '#prediction/figures'

/** Lists all figures of the table with their paths. */
function leaves(table: unknown, path = ''): [path: string, figure: Figure<unknown>][] {
  if (typeof table !== 'object' || table === null) return []
  if ('code' in table) return [[path, table as Figure<unknown>]]
  return Object.entries(table).flatMap(([key, entry]) => leaves(entry, `${path}/${key}`))
}

describe('the table of figures', () => {
  test('has a unit, a source and an evidence code for every figure', () => {
    const all = leaves(figures)
    expect(all.length).toBeGreaterThan(80)
    for (const [path, { value, unit, source, code }] of all) {
      expect(value, path).toBeDefined()
      expect(unit, path).not.toBe('')
      expect(source.length, path).toBeGreaterThan(3)
      expect(['A', 'B', 'B-', 'C', 'assumption', 'definition'], path).toContain(code)
    }
  })

  test('contains no number outside its figures', () => {
    const bare = (table: unknown, path: string): string[] => {
      if (typeof table === 'number') return [path]
      if (typeof table !== 'object' || table === null || 'code' in table) return []
      return Object.entries(table).flatMap(([key, entry]) => bare(entry, `${path}/${key}`))
    }
    expect(bare(figures, '')).toEqual([])
  })

  test('cannot be changed', () => {
    const { spike } = figures.radial
    expect(() => Object.assign(spike.share, { value: 0.5 })).toThrow(TypeError)
    expect(() => Object.assign(figures.terms.darkness, { applied: true })).toThrow(TypeError)
    expect(Object.isFrozen(figures.radial.distances.dementia_alzheimers.temperate_flat.value)).toBe(
      true,
    )
  })

  test('has rising distances for every profile and ecoregion', () => {
    for (const profile of profiles) {
      for (const ecoregion of ecoregions) {
        const miles = figures.radial.distances[profile][ecoregion].value
        expect([...miles].sort((a, b) => a - b)).toEqual(miles)
        expect(new Set(miles).size).toBe(4)
      }
    }
  })

  test('has shares of finds that add up to 1', () => {
    for (const profile of profiles) {
      const counted = Object.values(figures.findShares[profile]).filter(
        (share) => share !== undefined,
      )
      const sum = counted.reduce((all, { value }) => all + value, 0)
      expect(sum, profile).toBeCloseTo(1, 12)
    }
  })

  test('applies exactly the terms with a measurement or a published effect', () => {
    for (const [name, { applied, basis }] of Object.entries(figures.terms)) {
      expect(applied, name).toBe((basis as string) !== 'none')
    }
  })
})

describe('the version of the model', () => {
  test('is a version number with the fingerprint of the figures', () => {
    expect(modelVersion).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/)
    expect(modelVersion.endsWith(computeFingerprint(figures))).toBe(true)
  })

  test('changes with the value of a figure, but not with the order of figures', () => {
    const entries = Object.entries(figures)
    expect(computeFingerprint(Object.fromEntries(entries.toReversed()))).toBe(
      computeFingerprint(figures),
    )
    const moved = { ...figures, score: { levels: { ...figures.score.levels, value: 29 } } }
    expect(computeFingerprint(moved)).not.toBe(computeFingerprint(figures))
  })
})

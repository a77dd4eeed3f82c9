import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { interpolate, projectOnto } from '../../../region/places/index.ts'

const line = [
  { lat: 47, lon: 8 },
  { lat: 47, lon: 8.001 },
  { lat: 47.001, lon: 8.001 },
]
const numbers = (kind: string, from: string, to: string): string[] =>
  interpolate(kind, line, [
    { index: 0, number: from },
    { index: 2, number: to },
  ]).map(({ number }) => number)

describe('interpolation', () => {
  test.each([
    ['odd', '1', '7', ['3', '5']],
    ['even', '10', '4', ['8', '6']],
    ['all', '1', '4', ['2', '3']],
    ['10', '100', '130', ['110', '120']],
    ['alphabetic', '12', '12d', ['12a', '12b', '12c']],
    ['alphabetic', '7C', '7A', ['7B']],
    ['odd', '5', '5', []],
    ['odd', '1', '3', []],
    ['all', '1', '100000', []],
    ['all', 'a', 'z', []],
    ['nonsense', '1', '9', []],
    ['-2', '1', '9', []],
    ['alphabetic', '1a', '2a', []],
  ])('numbers %s houses from %s to %s as %j', (kind, from, to, expected) => {
    expect(numbers(kind, from, to)).toEqual(expected)
  })

  test('spreads the houses along the line in order', () => {
    const houses = interpolate('odd', line, [
      { index: 0, number: '1' },
      { index: 2, number: '9' },
    ])
    const along = houses.map(({ at }) => projectOnto(line, at))
    expect(along.every(({ distanceMeters }) => distanceMeters < 0.01)).toBe(true)
    const gaps = along.map((foot, i) => foot.alongMeters - (along[i - 1]?.alongMeters ?? 0))
    for (const gap of gaps) expect(gap).toBeCloseTo(gaps[0]!, 1)
  })

  test('returns every number strictly between', () => {
    fc.assert(
      fc.property(fc.nat(900), fc.nat(900), fc.constantFrom('all', 'even'), (a, b, kind) => {
        const step = kind === 'all' ? 1 : 2
        const [from, to] = [a * step, b * step]
        const between = Math.max(0, Math.abs(a - b) - 1)
        expect(numbers(kind, String(from), String(to))).toHaveLength(between)
      }),
    )
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RakingInput, rake } from '../../../lib/prediction/ground/index.ts'

const share = fc.double({ min: 0.001, max: 1, noNaN: true })

/** Random hexagons in rings, with shares of three classes and targets. */
const input: fc.Arbitrary<RakingInput> = fc
  .record({ count: fc.integer({ min: 1, max: 60 }), ringCount: fc.integer({ min: 1, max: 5 }) })
  .chain(({ count, ringCount }) =>
    fc.record({
      probabilities: fc.array(share, { minLength: count, maxLength: count }),
      rings: fc.array(fc.nat(ringCount - 1), { minLength: count, maxLength: count }),
      shares: fc.array(fc.tuple(share, share, share), { minLength: count, maxLength: count }),
      targets: fc.tuple(share, share, share),
      ringCount: fc.constant(ringCount),
    }),
  )
  .map(({ probabilities, rings, shares, targets, ringCount }) => ({
    probabilities: Float64Array.from(probabilities),
    rings: Int32Array.from(rings),
    ringCount,
    shares: Float64Array.from(shares.flatMap(evened)),
    targets: Float64Array.from(evened(targets)),
    maxMultiplier: 12,
    tolerance: 1e-4,
  }))

function evened(values: readonly number[]): number[] {
  const sum = values.reduce((total, value) => total + value, 0)
  return values.map((value) => value / sum)
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

function ringSums({ rings, ringCount }: RakingInput, probabilities: Float64Array): number[] {
  const sums = new Array<number>(ringCount).fill(0)
  probabilities.forEach((mass, hex) => {
    sums[rings[hex]!]! += mass
  })
  return sums
}

test('every ring keeps its mass', () => {
  fc.assert(
    fc.property(input, (raking) => {
      const before = ringSums(raking, raking.probabilities)
      ringSums(raking, rake(raking).probabilities).forEach((mass, ring) => {
        expect(mass).toBeCloseTo(before[ring]!, 10)
      })
    }),
  )
})

test('no hexagon is moved by more than the limit', () => {
  fc.assert(
    fc.property(input, fc.double({ min: 1.1, max: 12, noNaN: true }), (raking, maxMultiplier) => {
      rake({ ...raking, maxMultiplier }).probabilities.forEach((mass, hex) => {
        const multiplier = mass / raking.probabilities[hex]!
        expect(multiplier).toBeLessThanOrEqual(maxMultiplier * (1 + 1e-9))
        expect(multiplier).toBeGreaterThanOrEqual((1 - 1e-9) / maxMultiplier)
      })
    }),
  )
})

test('without capped classes every class has its target', () => {
  let met = 0
  fc.assert(
    fc.property(input, (raking) => {
      const { capped, residual, classShares } = rake(raking)
      expect(sum(classShares)).toBeCloseTo(1, 9)
      if (capped.some((is) => is)) return
      expect(residual).toBeLessThan(1e-3)
      met++
    }),
  )
  expect(met).toBeGreaterThan(10)
})

test('in a single ring of pure hexagons each class has its target and keeps the ratios within it', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(share, fc.nat(2)), { minLength: 3, maxLength: 40 }), (hexes) => {
      const probabilities = Float64Array.from(hexes, ([mass]) => mass)
      const classes = hexes.map(([, weights]) => weights)
      fc.pre(new Set(classes).size === 3)
      const total = sum(probabilities)
      const has = [0, 1, 2].map(
        (c) => sum(probabilities.filter((_, i) => classes[i] === c)) / total,
      )
      const targets = Float64Array.from(has, (value) => 0.5 * value + 0.5 / 3)
      fc.pre(targets.every((target, c) => target / has[c]! < 10))
      const raked = rake({
        probabilities: probabilities,
        rings: new Int32Array(probabilities.length),
        ringCount: 1,
        shares: Float64Array.from(classes.flatMap((c) => [0, 1, 2].map((k) => (k === c ? 1 : 0)))),
        targets,
        maxMultiplier: 12,
        tolerance: 1e-4,
      })
      raked.classShares.forEach((value, c) => {
        expect(value).toBeCloseTo(targets[c]!, 3)
      })
      const factors = raked.probabilities.map((mass, i) => mass / probabilities[i]!)
      factors.forEach((factor, i) => {
        expect(factor).toBeCloseTo(factors[classes.indexOf(classes[i]!)]!, 9)
      })
    }),
  )
})

test('the order of the hexagons does not matter', () => {
  fc.assert(
    fc.property(input, (raking) => {
      const backwards = {
        ...raking,
        probabilities: raking.probabilities.toReversed(),
        rings: raking.rings.toReversed(),
        shares: Float64Array.from(
          Array.from(raking.probabilities, (_, hex) => [
            ...raking.shares.subarray(3 * hex, 3 * hex + 3),
          ])
            .reverse()
            .flat(),
        ),
      }
      const turned = rake(backwards).probabilities.toReversed()
      rake(raking).probabilities.forEach((mass, hex) => {
        expect(turned[hex]! / mass).toBeCloseTo(1, 7)
      })
    }),
  )
})

test('raking keeps the given ratios of densities within a class', () => {
  // A class in two rings, twice as dense in the second; another class beside it in both.
  const raked = rake({
    probabilities: Float64Array.of(1, 1, 1, 1),
    rings: Int32Array.of(0, 0, 1, 1),
    ringCount: 2,
    shares: Float64Array.of(1, 0, 0, 1, 2, 0, 0, 1),
    targets: Float64Array.of(0.5, 0.5),
    maxMultiplier: 12,
    tolerance: 1e-6,
  })
  const [near, nearOther, far, farOther] = raked.probabilities as unknown as [
    number,
    number,
    number,
    number,
  ]
  expect(near + far).toBeCloseTo(2, 4)
  expect(far / farOther / (near / nearOther)).toBeCloseTo(2, 6)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ecoregions, profiles } from '#prediction'
import { buildDistanceDistribution, buildLogNormalCurve } from '#prediction/distance'
import { figures } from '#prediction/figures'
import { runs } from '../../setup/suite.ts'

const distributions = profiles.flatMap((profile) =>
  ecoregions.map((ecoregion) => ({
    profile,
    ecoregion,
    distribution: buildDistanceDistribution(profile, ecoregion),
  })),
)
const anyDistribution = fc
  .tuple(
    fc.constantFrom(...profiles),
    fc.constantFrom(...ecoregions),
    fc.double({ min: 0.7, max: 1.2, noNaN: true }),
  )
  .map((of) => buildDistanceDistribution(...of))
const anyMeters = fc.double({ min: 0, max: 13, noNaN: true }).map((power) => Math.exp(power))
const anyShare = fc.double({ min: 0.001, max: 0.999, noNaN: true })

describe('the distance distribution', () => {
  test.each(distributions)(
    'meets the published distances: $profile, $ecoregion',
    ({ profile, ecoregion, distribution }) => {
      const shares = figures.radial.quantileShares.value
      figures.radial.distances[profile][ecoregion].value.forEach((miles, i) => {
        const meters = miles * 1609.344
        expect(Math.abs(distribution.cumulative(meters) - shares[i]!)).toBeLessThan(5e-4)
        expect(Math.abs(distribution.quantile(shares[i]!) / meters - 1)).toBeLessThan(1e-3)
      })
    },
  )

  test.each(distributions)(
    'has at least a tenth within 50 m of the origin: $profile, $ecoregion',
    ({ distribution, ...of }) => {
      expect(distribution.cumulative(50)).toBeGreaterThanOrEqual(0.1)
      // In towns a quarter of the despondent are within 97 m, so more than the spike is within 50 m.
      const isNear = of.profile === 'despondent' && of.ecoregion === 'urban'
      expect(distribution.cumulative(50)).toBeLessThan(isNear ? 0.2 : 0.15)
      expect(distribution.density(49) / distribution.density(51)).toBeGreaterThan(2)
    },
  )

  test('is the integral of its density', () => {
    fc.assert(
      fc.property(
        anyDistribution,
        fc.double({ min: 5, max: 8_000, noNaN: true }),
        (distribution, from) => {
          const to = from * 1.3
          const steps = 4_000
          let mass = 0
          for (let i = 0; i < steps; i++) {
            const inner = from + ((to - from) * i) / steps
            const outer = from + ((to - from) * (i + 1)) / steps
            mass += distribution.density((inner + outer) / 2) * Math.PI * (outer ** 2 - inner ** 2)
          }
          expect(mass).toBeCloseTo(distribution.cumulative(to) - distribution.cumulative(from), 4)
        },
      ),
      { numRuns: runs(30) },
    )
  })

  test('has a density that never rises with distance and is never negative', () => {
    fc.assert(
      fc.property(anyDistribution, anyMeters, anyMeters, (distribution, a, b) => {
        const [near, far] = a < b ? [a, b] : [b, a]
        expect(distribution.density(far)).toBeGreaterThanOrEqual(0)
        expect(distribution.density(far)).toBeLessThanOrEqual(distribution.density(near))
      }),
    )
  })

  test('stays within 1.1 % of the curve through the published distances', () => {
    for (const { profile, ecoregion, distribution } of distributions) {
      const curve = buildLogNormalCurve(profile, ecoregion)
      for (let meters = 50; meters < 50_000; meters *= 1.02) {
        const added = distribution.cumulative(meters) - (0.1 + 0.9 * curve(meters))
        expect(added, `${profile}, ${ecoregion}, ${meters} m`).toBeGreaterThan(-1e-5)
        expect(added, `${profile}, ${ecoregion}, ${meters} m`).toBeLessThan(0.011)
      }
    }
  })

  test('rises from 0 to 1', () => {
    fc.assert(
      fc.property(
        anyDistribution,
        anyMeters,
        fc.double({ min: 1, max: 3, noNaN: true }),
        (distribution, at, more) => {
          expect(distribution.cumulative(at * more)).toBeGreaterThanOrEqual(
            distribution.cumulative(at),
          )
          expect(distribution.cumulative(at)).toBeGreaterThan(0)
          expect(distribution.cumulative(at)).toBeLessThan(1)
        },
      ),
    )
    for (const { distribution } of distributions) {
      expect(distribution.cumulative(0)).toBe(0)
      expect(distribution.cumulative(3e7)).toBe(1)
    }
  })

  test('has quantiles that invert its cumulative shares', () => {
    fc.assert(
      fc.property(anyDistribution, anyShare, (distribution, share) => {
        expect(distribution.cumulative(distribution.quantile(share))).toBeCloseTo(share, 9)
      }),
    )
  })

  test('scales all distances except in the spike', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...distributions),
        fc.double({ min: 0.75, max: 1.15, noNaN: true }),
        fc.double({ min: 0.3, max: 0.97, noNaN: true }),
        ({ profile, ecoregion, distribution }, scale, share) => {
          const moved = buildDistanceDistribution(profile, ecoregion, scale)
          fc.pre(Math.min(distribution.quantile(share), moved.quantile(share)) > 50)
          expect(moved.quantile(share) / distribution.quantile(share)).toBeCloseTo(scale, 6)
        },
      ),
    )
    // The spike does not scale.
    const nearer = buildDistanceDistribution('despondent', 'dry_mountainous', 0.8)
    expect(nearer.density(10)).toBeGreaterThan(0.1 / (Math.PI * 50 ** 2))
  })

  test('has larger distances with a larger scale', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...distributions),
        fc.double({ min: 0.75, max: 1, noNaN: true }),
        fc.double({ min: 1, max: 1.5, noNaN: true }),
        anyMeters,
        ({ profile, ecoregion }, scale, more, meters) => {
          const near = buildDistanceDistribution(profile, ecoregion, scale)
          const far = buildDistanceDistribution(profile, ecoregion, scale * more)
          expect(far.cumulative(meters)).toBeLessThanOrEqual(near.cumulative(meters) + 1e-12)
        },
      ),
    )
  })

  test('refuses a scale that is not a positive number', () => {
    for (const scale of [0, -1, Number.NaN, Infinity]) {
      expect(() => buildDistanceDistribution('despondent', 'urban', scale)).toThrow(RangeError)
    }
  })

  test('has 9 to 20 % of finds beyond 5 km, like the figures', () => {
    for (const { distribution } of distributions) {
      expect(1 - distribution.cumulative(5_000)).toBeGreaterThan(0.08)
      expect(1 - distribution.cumulative(5_000)).toBeLessThan(0.2)
    }
  })
})

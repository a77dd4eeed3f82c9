import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceMeters } from '#ground/geo'
import { runAtOnce } from '#platform/concurrency'
import { estimateAccuracy, estimateNoise, smoothTrace } from '#routing/operations/snap'
import { seeded } from '../../../fixtures/random.ts'
import { sampleEvery, withNoise } from './traces.ts'

/** Two kilometres to the north-east with a corner to the south. */
const corner = [
  { lat: 42.5, lon: 1.5 },
  { lat: 42.51, lon: 1.5135 },
  { lat: 42.5, lon: 1.527 },
]

const traces = fc
  .record({
    spacing: fc.constantFrom(2, 5, 10, 20, 30),
    noise: fc.constantFrom(3, 10, 20, 30),
    seed: fc.nat(),
  })
  .map(({ spacing, noise, seed }) => {
    const clean = sampleEvery(corner, spacing)
    const points = withNoise(clean, noise, seeded(seed))
    return { noise, spacing, clean, trace: points.map((at, index) => ({ ...at, index })) }
  })

describe('the noise of a trace', () => {
  test('is estimated from its points alone', () => {
    fc.assert(
      fc.property(traces, ({ noise, trace }) => {
        expect(estimateNoise(trace)! / noise).toBeGreaterThan(0.6)
        expect(estimateNoise(trace)! / noise).toBeLessThan(1.5)
      }),
      { seed: 1 },
    )
  })

  test('is unknown for a few points, and does not come from corners, gaps or outliers', () => {
    expect(estimateNoise(corner)).toBe(undefined)
    const clean = sampleEvery(corner, 25)
    expect(estimateNoise(clean)).toBeLessThan(1)
    expect(estimateNoise(clean.toSpliced(20, 1, { lat: 42.6, lon: 1.5 }))).toBeLessThan(1)
    expect(estimateNoise([...clean.slice(0, 20), ...clean.slice(60)])).toBeLessThan(1)
  })

  test('decreases with smoothing, over all points together, and keeps every point in its order', () => {
    fc.assert(
      fc.property(traces, ({ noise, spacing, clean, trace }) => {
        const { points, noiseMeters } = runAtOnce(smoothTrace(trace, noise))
        expect(points.map(({ index }) => index)).toEqual(trace.map(({ index }) => index))
        expect(noiseMeters).toBeLessThanOrEqual(noise)
        const off = (positions: typeof trace) =>
          Math.sqrt(
            positions.reduce((sum, at, i) => sum + distanceMeters(at, clean[i]!) ** 2, 0) /
              positions.length,
          )
        if (spacing * 3 <= noise) expect(off([...points])).toBeLessThan(0.7 * off(trace))
        else expect(off([...points])).toBeLessThan(1.05 * off(trace))
      }),
      { seed: 1 },
    )
  })

  test('is estimated only when the request does not state the accuracy', () => {
    const clean = sampleEvery(corner, 5)
    const noisy = withNoise(clean, 30, seeded(1)).map((at, index) => ({ ...at, index }))
    const stated = runAtOnce(estimateAccuracy(noisy, { gps_accuracy: 5, search_radius: 20 }))
    expect(stated).toMatchObject({ points: noisy, gpsAccuracyMeters: 5, searchRadiusMeters: 20 })
    expect(runAtOnce(estimateAccuracy(noisy, { search_radius: 20 })).searchRadiusMeters).toBe(20)
    expect(runAtOnce(estimateAccuracy(noisy, {})).points).not.toEqual(noisy)

    const good = withNoise(clean, 3, seeded(1)).map((at, index) => ({ ...at, index }))
    expect(runAtOnce(estimateAccuracy(good, {}))).toMatchObject({
      points: good,
      gpsAccuracyMeters: 10,
      searchRadiusMeters: 50,
    })
  })

  test('does not cause an outlier to move', () => {
    const clean = sampleEvery(corner, 5)
    const noisy = withNoise(clean, 20, seeded(1)).map((at, index) => ({ ...at, index }))
    const far = { lat: 42.53, lon: 1.55, index: 100 }
    const { points } = runAtOnce(smoothTrace(noisy.toSpliced(100, 1, far), 20))
    expect(distanceMeters(points[100]!, far)).toBeLessThan(1)
    expect(distanceMeters(points[101]!, clean[101]!)).toBeLessThan(60)
  })
})

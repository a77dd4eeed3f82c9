import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ConfidenceFacts, ecoregions, profiles, rateConfidence } from '#prediction'

const best: ConfidenceFacts = {
  profile: 'dementia_alzheimers',
  ecoregion: 'urban',
  isEcoregionKnown: true,
  areaType: 'circle',
  insideMass: 0.84,
  outsideDataShare: 0,
  missingLayers: [],
  isWeatherUnavailable: false,
  hasBearing: false,
}

const level = (facts: Partial<ConfidenceFacts>) => rateConfidence({ ...best, ...facts }).confidence
const rank = (facts: ConfidenceFacts) =>
  ['low', 'medium', 'high'].indexOf(rateConfidence(facts).confidence)

describe('confidence', () => {
  test('is medium, with the reason, if provisional ground is the only weakness', () => {
    expect(rateConfidence(best)).toEqual({
      confidence: 'medium',
      reasons: [expect.stringMatching(/^Confidence is medium at best: .*provisional/)],
    })
    expect(level({ ecoregion: 'temperate_mountainous' })).toBe('medium')
  })

  test('is low for an origin in open water or outside the data', () => {
    for (const on of ['open_water', 'no_data'] as const) {
      const { confidence, reasons } = rateConfidence({ ...best, misplacedOrigin: { on } })
      expect(confidence).toBe('low')
      expect(reasons.at(-1)).toMatch(/check it\.$/)
    }
  })

  test('is medium at best in dry country and for the despondent', () => {
    expect(level({ ecoregion: 'dry_flat' })).toBe('medium')
    expect(level({ ecoregion: 'dry_mountainous' })).toBe('medium')
    expect(level({ profile: 'despondent' })).toBe('medium')
  })

  test('goes down one step for each missing fact and for a near edge', () => {
    const steps: Partial<ConfidenceFacts>[] = [
      { insideMass: 0.74 },
      { areaType: 'polygon' },
      { areaType: 'path' },
      { isWeatherUnavailable: true },
      { missingLayers: [{ name: 'drainage', share: 0.11 }] },
      { outsideDataShare: 0.01 },
      { hasBearing: true },
    ]
    for (const step of steps) {
      expect(level(step), JSON.stringify(step)).toBe('medium')
      expect(rateConfidence({ ...best, ...step }).reasons).toHaveLength(1)
    }
    expect(rateConfidence({ ...best, isReachAssumed: true }).reasons).toHaveLength(1)
    expect(level({ areaType: 'polygon', insideMass: 0.7 })).toBe('low')
    expect(level({ profile: 'despondent', hasBearing: true })).toBe('low')
  })

  test('does not change when a layer is missing for up to a tenth of the hexagons', () => {
    expect(level({ missingLayers: [{ name: 'drainage', share: 0.1 }] })).toBe(level({}))
  })

  test('counts missing layers and missing weather as one step', () => {
    expect(level({ missingLayers: [{ name: 'road', share: 1 }], isWeatherUnavailable: true })).toBe(
      'medium',
    )
  })

  test('is low when the area holds less than half of the finds', () => {
    const { confidence, reasons } = rateConfidence({ ...best, insideMass: 0.49 })
    expect(confidence).toBe('low')
    expect(reasons.at(-1)).toContain('49 %')
  })

  test('has its reasons as sentences', () => {
    const { reasons } = rateConfidence({
      ...best,
      profile: 'despondent',
      areaType: 'path',
      insideMass: 0.4,
      outsideDataShare: 0.001,
      isWeatherUnavailable: true,
      hasBearing: true,
    })
    expect(reasons).toHaveLength(7)
    for (const reason of reasons) expect(reason).toMatch(/^[A-Z].*[a-z%]\.$/)
    expect(reasons.join(' ')).toContain('less than 1 %')
  })

  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const anyFacts: fc.Arbitrary<ConfidenceFacts> = fc.record({
    profile: fc.constantFrom(...profiles),
    ecoregion: fc.constantFrom(...ecoregions),
    isEcoregionKnown: fc.boolean(),
    areaType: fc.constantFrom('circle', 'polygon', 'path'),
    insideMass: share,
    outsideDataShare: fc.oneof(fc.constant(0), share),
    missingLayers: fc.array(fc.record({ name: fc.constantFrom('road', 'path'), share })),
    isWeatherUnavailable: fc.boolean(),
    hasBearing: fc.boolean(),
  })

  test('never rises when data is taken away, even if the assumed ecoregion changes', () => {
    fc.assert(
      fc.property(
        anyFacts,
        share,
        fc.constantFrom(...ecoregions),
        share,
        (facts, gone, other, more) => {
          const poorer: ConfidenceFacts[] = [
            { ...facts, isWeatherUnavailable: true },
            { ...facts, outsideDataShare: Math.max(facts.outsideDataShare, gone) },
            { ...facts, missingLayers: [...facts.missingLayers, { name: 'water', share: gone }] },
            // Without the ground another ecoregion applies, and its distances may place more inside.
            { ...facts, isEcoregionKnown: false, ecoregion: other, insideMass: more },
          ]
          for (const poor of poorer) {
            // In the table of another ecoregion more than half may be inside.
            if (facts.insideMass < 0.5 && poor.insideMass >= 0.5) continue
            expect(rank(poor)).toBeLessThanOrEqual(rank(facts))
          }
        },
      ),
    )
  })

  test('never rises when the area shrinks', () => {
    fc.assert(
      fc.property(anyFacts, share, (facts, smaller) => {
        const shrunk = { ...facts, insideMass: facts.insideMass * smaller }
        expect(rank(shrunk)).toBeLessThanOrEqual(rank(facts))
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { intents } from '#language/reader'
import { type Answered, collectFacts, summarise } from '#language/summary'
import { runs } from '../../setup/suite.ts'
import { name } from './answer-parts.ts'
import { answerOf } from './answers.ts'
import { untrueNumbers } from './written-numbers.ts'

const truth = {
  distances: [12_440],
  heights: [],
  seconds: [3_900],
  areas: [],
  shares: [0.98],
  counts: [2],
  positions: [{ lat: 42.5, lon: 1.52 }],
  askedMinutes: [],
  askedMeters: [],
}

describe('the check of numbers', () => {
  test.each([
    ['en', '12.4 km in 1 hour 5 minutes, 98%, 2 times at 42.5, 1.52', []],
    ['de', '12,4 km in 1 Stunde 5 Minuten, 98 %', []],
    ['pt', '12,4 km em 1 hora e 5 minutos', []],
    ['en', '12.5 km in 1 hour 4 minutes', ['12.5 km', '1 hour 4 minutes']],
    ['fr', '12,4 m, 97 %, 3 et 42.6, 1.52', ['42.6, 1.52', '12,4 m', '97 %', '3']],
  ] as const)('%s: %s', (language, text, wrong) => {
    expect(untrueNumbers(text, language, truth)).toEqual(wrong)
  })
})

describe.each(intents)('the words for an answer of %s', (intent) => {
  test('have no number that does not follow from it, in every language and unit', () => {
    fc.assert(
      fc.property(answerOf(intent), ({ answered, truth }) => {
        const { language } = answered
        expect(untrueNumbers(summarise(answered), language, truth)).toEqual([])
        for (const [key, value] of Object.entries(collectFacts(answered).values))
          expect([key, untrueNumbers(value, language, truth)]).toEqual([key, []])
      }),
      { numRuns: runs(400) },
    )
  })

  test('are sentences without gaps', () => {
    fc.assert(
      fc.property(answerOf(intent), ({ answered }) => {
        const text = summarise({ ...answered, ...plainNames(answered) })
        expect(text).toMatch(/^[^\p{Ll}\s].*[^.]\.$/su)
        expect(text.match(/\.(?=\s|$)/g)!.length).toBeLessThanOrEqual(3)
        expect(text).not.toMatch(/[{}]|undefined|\bnull\b|NaN|Infinity|\s\s|\(\)|\.\.|: *[.;]/)
      }),
      { numRuns: runs(200) },
    )
  })

  test('name the subject and have no empty fact', () => {
    fc.assert(
      fc.property(answerOf(intent), ({ answered }) => {
        const { subject, values } = collectFacts({ ...answered, ...plainNames(answered) })
        expect(subject).toBe(intent)
        expect(Object.keys(values).length).toBeGreaterThan(0)
        for (const value of Object.values(values)) expect(value).toMatch(/\S/)
      }),
      { numRuns: runs(100) },
    )
  })
})

/** The answer with plain names in the place of every name. */
function plainNames({ result, places }: Answered): Pick<Answered, 'result' | 'places'> {
  const renamed = JSON.parse(JSON.stringify(result), (key, value) =>
    key === 'name' || key === 'label' ? 'Vorkal' : value,
  )
  return { result: renamed, places: places.map((place) => ({ ...place, name: 'Vorkal' })) }
}

test('a name is never read as a text', () => {
  fc.assert(
    fc.property(fc.oneof(name, fc.constant('{label} {ascent} $1 {place}')), (text) => {
      const said = summarise({
        language: 'en',
        intent: 'elevation',
        parameters: {},
        result: { shape: [{ lat: 1, lon: 2 }], height: [1023], summary: {} },
        places: [{ role: 'name', text: 'x', name: text, position: { lat: 1, lon: 2 } }],
      })
      const written = text.replace(/[\p{White_Space}\p{Cc}]+/gu, ' ').trim()
      expect(said).toBe(`${written} is 1,023 m above sea level.`)
    }),
    { numRuns: runs(200) },
  )
})

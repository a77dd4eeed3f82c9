import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { LatLon } from '#ground/geo'
import {
  intents,
  type PlaceSlot,
  type RefusalReason,
  readerLanguages,
  readQuery,
} from '#language/reader'
import { explainRefusal } from '#language/suggestions'
import { readTable } from '../../fixtures/tables.ts'
import { runs } from '../../setup/suite.ts'

const reasons = [
  ...([
    'opening_hours',
    'rating',
    'price',
    'timetable',
    'forecast',
    'opinion',
    'count',
    'other_topic',
  ] as const),
  ...(['relative_without_location', 'incomplete', 'no_request'] as const),
] satisfies RefusalReason[]

const named = (text: string): PlaceSlot => ({ role: 'name', kind: 'named', text, otherTexts: [] })

const read = (text: string) => readQuery(text, { hasLocation: false })

const syllable = fc.constantFrom('vor', 'kal', 'ner', 'tam', 'ülz', 'bré', 'ost', 'quin', 'sal')
const word = fc.array(syllable, { minLength: 2, maxLength: 4 }).map((parts) => parts.join(''))
const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)
const small = fc.constantFrom(
  'de la',
  'and',
  'of the',
  'an der',
  'to',
  'del',
  'do',
  'en',
  "d'",
  'von',
  'sur',
  '&',
  'near',
)
const name = fc.oneof(
  word.map(capital),
  word,
  fc.tuple(word, small, word).map(([a, between, b]) => `${capital(a)} ${between} ${capital(b)}`),
  fc.tuple(word, small, word).map((parts) => parts.join(' ')),
  fc.tuple(word, fc.integer({ min: 1, max: 999 })).map(([a, digits]) => `${capital(a)} ${digits}`),
  fc.tuple(fc.integer({ min: 1, max: 99 }), word).map(([digits, a]) => `${digits} ${capital(a)}`),
  fc.array(word.map(capital), { minLength: 5, maxLength: 20 }).map((words) => words.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('{a}', '{list}', '$&', 'the', 'Where', '42', '?', 'a, b', 'from here', 'hotel'),
)
const slot = fc.oneof(
  { weight: 6, arbitrary: name.map(named) },
  { weight: 1, arbitrary: fc.constant<PlaceSlot>({ role: 'origin', kind: 'here' }) },
  {
    weight: 1,
    arbitrary: fc.constant<PlaceSlot>({
      role: 'centre',
      kind: 'position',
      text: '46.4139, -28.4354',
      position: { lat: 46.4139, lon: -28.4354 },
    }),
  },
)

test('every suggestion is answerable as it stands, in the language of the question', () => {
  const refused = fc.record({
    language: fc.constantFrom(...readerLanguages),
    refusal: fc.constantFrom(...reasons),
    intent: fc.constantFrom(undefined, ...intents),
    places: fc.array(slot, { maxLength: 4 }),
    examples: fc.option(fc.array(name, { maxLength: 3 }), { nil: undefined }),
  })
  fc.assert(
    fc.property(refused, ({ intent, examples, ...rest }) => {
      const { message, suggestions } = explainRefusal({
        ...rest,
        ...(intent && { intent }),
        ...(examples && { examples }),
      })
      expect(message.length).toBeGreaterThan(20)
      expect(suggestions.length).toBeGreaterThanOrEqual(2)
      expect(suggestions.length).toBeLessThanOrEqual(4)
      expect(new Set(suggestions).size).toBe(suggestions.length)
      for (const suggestion of suggestions) {
        const reading = read(suggestion)
        expect([reading.language, reading.refusal]).toEqual([rest.language, undefined])
        expect(intents).toContain(reading.intent)
      }
    }),
    { numRuns: runs(800) },
  )
})

describe.each(readerLanguages)('in %s', (language) => {
  test.each(reasons)('a question refused for %s is suggested with its own place', (refusal) => {
    for (const text of ['Vorkal', 'Pas de la Casa', 'Hotel Bristol', 'Vorkal 25']) {
      const { suggestions } = explainRefusal({ language, refusal, places: [named(text)] })
      expect(suggestions.filter((suggestion) => suggestion.includes(text)).length).toBeGreaterThan(
        1,
      )
    }
  })

  test.each(intents)('an incomplete %s is suggested complete', (intent) => {
    for (const refusal of ['incomplete', 'relative_without_location'] as const) {
      const examplePosition = { lat: 46.4139, lon: -28.4354 }
      const { suggestions } = explainRefusal({
        language,
        refusal,
        intent,
        examplePosition,
        places: [],
      })
      expect(read(suggestions[0]!).intent).toBe(intent)
    }
  })

  test('a position is suggested only where one of the region is known', () => {
    const refused = { language, refusal: 'relative_without_location', places: [] } as const
    const of = (examplePosition?: LatLon) =>
      explainRefusal({ ...refused, intent: 'reverse_geocode', examplePosition }).suggestions
    expect(of().join(' ')).not.toMatch(/\d{2}\.\d/)
    expect(of({ lat: 46.4139, lon: -28.4354 })[0]).toContain('46.41390, -28.43540')
  })

  test('a question without a position says how to give one', () => {
    const refusal = 'relative_without_location'
    expect(explainRefusal({ language, refusal, places: [] }).message).toContain('context.location')
  })

  test('places of the region come before general examples', () => {
    const { suggestions } = explainRefusal({
      language,
      refusal: 'no_request',
      places: [],
      examples: ['Pradetta', 'Carvenna'],
    })
    expect(suggestions.every((suggestion) => suggestion.includes('Pradetta'))).toBe(true)
  })
})

test('real questions that are refused get suggestions about what they name', () => {
  const suggestionsFor = (text: string) => {
    const reading = read(text)
    if (!reading.refusal) throw new Error(`answered: ${text}`)
    return explainRefusal(reading).suggestions
  }
  expect(suggestionsFor('Is Caldea open on Sundays?')[0]).toBe('Where is Caldea?')
  expect(suggestionsFor('¿Qué hotel me recomiendas en Encamp?')[0]).toBe(
    'Busca restaurantes cerca de Encamp',
  )
  expect(suggestionsFor('Wann fährt der nächste Bus nach Ordino?')[0]).toBe(
    'Finde Bushaltestellen in der Nähe von Ordino',
  )
})

const text = z.string().min(1)
const table = z.strictObject({
  messages: z.record(z.enum(reasons), text),
  incomplete: z.record(z.enum(intents), text),
  examples: z.array(text).min(3),
  requests: z.record(
    z.enum([
      ...(['where', 'height', 'reach', 'route', 'drive', 'restaurants', 'hotels'] as const),
      ...(['stops', 'sights', 'pharmacy', 'parking', 'order', 'table', 'address'] as const),
    ]),
    z.array(text).min(1),
  ),
})

describe('the table of suggestions', () => {
  const of = (language: string) => readTable(`language/suggestions/${language}.json`)

  test.each(readerLanguages)('of %s has every message and request', (language) => {
    expect(table.safeParse(of(language)).error?.issues ?? []).toEqual([])
  })

  test.each(readerLanguages)('of %s has the placeholders of the English one', (language) => {
    const placeholders = (requests: Record<string, string[]>) =>
      Object.entries(requests).flatMap(([name, texts]) =>
        texts.map((text) => `${name} ${(text.match(/\{\w+\}/g) ?? []).sort().join(' ')}`),
      )
    const english = new Set(placeholders(table.parse(of('en')).requests))
    expect(new Set(placeholders(table.parse(of(language)).requests))).toEqual(english)
  })
})

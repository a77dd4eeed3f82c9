import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { componentKeys, parseAddress, rankParses } from '#places/address'
import { runs } from '../../setup/suite.ts'

const words = fc.constantFrom(
  ...'rue Street Straße ulica ул. д. 12 14a 3º B Apt # № PO Box 75001 SW1A 1AA Paris Москва 東京都 市 区 号'.split(
    ' ',
  ),
  '서울',
  '로',
  '5/120',
  '17-19',
  's/n',
  'C/',
  '&eacute;',
  '&#39;',
  '&',
  'near',
  'me',
  'de',
  'la',
  '(',
  ')',
  ',',
  'One',
  'corner of',
  'esquina',
  'RR 2',
  'PSC 8 Box 2',
  'P.O. Box 30197-00100',
  'Zum Goldenen',
  'Hauptstraße',
  'улица',
  'แขวงสีลม',
  'شارع',
  '106台北市',
  '\n',
  ' - ',
  "l'",
  '〒100-0001',
)
/** Strings of all kinds, and texts that look like addresses but are not. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.array(words, { maxLength: 25 }).map((parts) => parts.join(' ')),
  fc.array(words, { maxLength: 12 }).map((parts) => parts.join('')),
)

describe('parses of any text', () => {
  test('contain only spans of the text as values, and no two share a letter', () => {
    fc.assert(
      fc.property(texts, (input) => {
        for (const { text, components, spans } of rankParses(input, {}, 3)) {
          expect(Object.keys(components).length).toBe(spans.length)
          let end = 0
          for (const { key, start, end: to } of spans) {
            expect(componentKeys).toContain(key)
            expect(start).toBeGreaterThanOrEqual(end)
            expect(to).toBeGreaterThan(start)
            expect(components[key]).toBe(text.slice(start, to))
            expect(components[key]!.trim()).toBe(components[key])
            end = to
          }
          expect(end).toBeLessThanOrEqual(text.length)
        }
      }),
      { numRuns: runs(1500), examples: [['# 12 〒100-0001']] },
    )
  })

  test('are the same each time', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(rankParses(text, {}, 4)).toEqual(rankParses(text, {}, 4))
      }),
      { numRuns: runs(200) },
    )
  })

  test('are distinct, with the best one first', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const parses = rankParses(text, {}, 5)
        expect(parses.length).toBeLessThanOrEqual(5)
        const scores = parses.map(({ score }) => score)
        expect(scores).toEqual(scores.toSorted((a, b) => b - a))
        expect(new Set(parses.map(({ spans }) => JSON.stringify(spans))).size).toBe(parses.length)
        expect(parses[0]?.components ?? {}).toEqual(parseAddress(text))
      }),
      { numRuns: runs(200) },
    )
  })
})

test('parses a text of 20,000 characters within a second', () => {
  for (const part of [
    'a',
    ',',
    '1',
    '& ',
    'St & St ',
    'Box 1-',
    'Main St near ',
    '1 ',
    'rue 12 ',
    'apt ',
    '12-',
    '東京都',
    '서울시 ',
    '1º 2 a ',
    '\ud800',
    '((,',
  ]) {
    const text = part.repeat(20_000 / part.length)
    const start = performance.now()
    for (const { key: _, start: from, end } of rankParses(text)[0]?.spans ?? []) {
      expect(from).toBeLessThan(end)
    }
    // Parsing takes some milliseconds; a form that backtracks without end would take seconds.
    expect(performance.now() - start).toBeLessThan(500)
  }
})

test('finds no components in a text without words', () => {
  for (const text of ['', ' ', ',,,', '\n\t', '—', '()', '\u0000']) {
    expect(parseAddress(text)).toEqual({})
    expect(rankParses(text, {}, 3)).toEqual([])
  }
})

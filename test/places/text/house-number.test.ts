import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compareHouseNumbers,
  isSameHouseNumber,
  matchHouseNumbers,
  parseHouseNumber,
} from '#places/text'
import { runs } from '../../setup/suite.ts'

const key = (text: string) => parseHouseNumber(text)?.key

describe('equal house numbers', () => {
  test.each([
    ['14a', '14 A', '14-a', '14/a', '14A', '１４ａ'],
    ['12bis', '12 bis', '12 BIS'],
    ['16 1/2', '16½', '16 ½'],
    ['1;3;5', '1, 3, 5', '1;3; 5'],
    ['17-19', '17 – 19', '17—19', '17 bis 19'],
    ['14a-14c', '14a-c', '14 A-C'],
    [
      '7',
      'nº 7',
      'n° 7',
      'No. 7',
      'nr. 7',
      '#7',
      '№ 7',
      'д. 7',
      'дом 7',
      '７',
      '⑦',
      '7号',
      ' 7 ',
      '007',
    ],
    ['10k2', '10к2', '10 корп. 2', '10 корпус 2', '10, корп. 2'],
    ['5s1', '5 стр. 1', '5с1', '5 строение 1'],
    ['10a', '10А', '10 лит. А'],
    ['12/4', '12 / 4'],
    ['a12', 'A12', 'A 12', 'A-12'],
  ])('share the key %s', (...texts) => {
    expect(new Set(texts.map(key))).toEqual(new Set([texts[0]]))
    for (const text of texts) expect(isSameHouseNumber(texts[0]!, text)).toBe(true)
  })

  test('are compared as text when they contain no number', () => {
    expect(key('Casa Rosa')).toBeUndefined()
    expect(isSameHouseNumber('Casa Rosa', 'casa rosa ')).toBe(true)
    expect(isSameHouseNumber('Casa Rosa', '5')).toBe(false)
  })
})

test.each([
  '',
  ' ',
  '-',
  's/n',
  'Main Street',
  '5 Main Street',
  '10 Downing',
  '12345678',
  '1;x y',
  '😀',
])('rejects %j as a house number', (text) => expect(key(text)).toBeUndefined())

describe('a query for a house number', () => {
  test.each([
    ['14 A', '14a', 'exact'],
    ['3', '1;3;5', 'part'],
    ['3a', '1;3;5', 'base'],
    ['17', '17-19', 'part'],
    ['19', '17-19', 'part'],
    ['17-19', '19', 'part'],
    ['17-18', '17', 'part'],
    ['14b', '14a-c', 'part'],
    ['4', '123/4', 'part'],
    ['10', '25-10', 'part'],
    ['8', '8, Floor 6', 'part'],
    ['8', '8 B, sisäpiha', 'base'],
    ['123', '123/4', 'base'],
    ['14', '14a', 'base'],
    ['14b', '14a', 'base'],
    ['14', '14 1/2', 'base'],
    ['12', 'A12', 'base'],
  ])('%s matches the tagged %s: %s', (query, tagged, match) =>
    expect(matchHouseNumbers(query, tagged)).toBe(match),
  )

  test.each([
    ['18', '17-19', 'the other side of the street'],
    ['21', '17-19', 'beyond the range'],
    ['2', '1;3;5', 'not in the list'],
    ['14d', '15', 'another number'],
    ['A12', 'B12', 'another letter before'],
    ['5', 'Casa Rosa', 'no number'],
  ])('%s does not match the tagged %s: %s', (query, tagged) => {
    expect(matchHouseNumbers(query, tagged)).toBeUndefined()
  })
})

describe('the order of house numbers', () => {
  test('goes by number first', () => {
    const sorted = ['2', '10', '10-12', '10a', '10b', '10 bis', '12', 'A12', '100', 'Casa Rosa']
    expect([...sorted].reverse().sort(compareHouseNumbers)).toEqual(sorted)
  })

  test('is total for any texts, and consistent with equality', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789abк -/;,½.№'), maxLength: 8 }),
      fc.string({ unit: 'binary', maxLength: 6 }),
    )
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        expect(Math.sign(compareHouseNumbers(a, b))).toBe(0 - Math.sign(compareHouseNumbers(b, a)))
        if (compareHouseNumbers(a, b) <= 0 && compareHouseNumbers(b, c) <= 0) {
          expect(compareHouseNumbers(a, c)).toBeLessThanOrEqual(0)
        }
        expect(compareHouseNumbers(a, b) === 0).toBe(isSameHouseNumber(a, b))
        expect(matchHouseNumbers(a, b) === 'exact').toBe(isSameHouseNumber(a, b))
      }),
    )
  })
})

test('parsing a key again changes nothing', () => {
  const unit = fc.constantFrom(...'0123456789abkсд -/;,½.№')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
      const first = parseHouseNumber(text)
      if (first) expect(key(first.key)).toBe(first.key)
    }),
    { numRuns: runs(2000) },
  )
})

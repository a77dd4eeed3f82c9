import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatUsd, parseUsd } from '#platform/accounts'

describe('conversion of amounts in dollars', () => {
  test.each([
    [0, '0.00'],
    [700, '0.0007'],
    [5_000_000, '5.00'],
    [4_999_300, '4.9993'],
    [1, '0.000001'],
    [100_000, '0.10'],
    [120_000, '0.12'],
    [123_000, '0.123'],
    [-700, '-0.0007'],
    [-1_000_000, '-1.00'],
    [-0, '0.00'],
    [Number.MAX_SAFE_INTEGER, '9007199254.740991'],
  ])('formats %i micro-dollars as %s', (amount, text) => {
    expect(formatUsd(amount)).toBe(text)
  })

  test.each([
    ['5', 5_000_000],
    ['5.0', 5_000_000],
    ['0.0007', 700],
    ['0.29', 290_000],
    ['1.1', 1_100_000],
    ['0', 0],
    ['007', 7_000_000],
    ['9007199254.740991', Number.MAX_SAFE_INTEGER],
  ])('parses %s exactly', (text, amount) => {
    expect(parseUsd(text)).toBe(amount)
  })

  test.each([
    '',
    ' ',
    '-1',
    '+1',
    '.5',
    '5.',
    '1,000',
    '$5',
    '5 ',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '٣',
    '0.0000001',
    '1.0000000',
    '9007199254.740992',
    '99999999999999999999',
  ])('refuses to parse "%s"', (text) => {
    expect(() => parseUsd(text)).toThrow(expect.objectContaining({ code: 'bad_request' }))
  })

  test('parses a formatted amount to the same amount', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (amount) => {
        expect(parseUsd(formatUsd(amount))).toBe(amount)
        expect(formatUsd(amount)).toMatch(/^\d+\.\d{2,6}$/)
      }),
    )
  })

  test.each([0.5, Number.NaN, 2 ** 53])('refuses to format %s', (amount) => {
    expect(() => formatUsd(amount)).toThrow(RangeError)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  hashKey,
  isWellFormed,
  makeAccountId,
  makeHint,
  makeKey,
  makeKeyId,
} from '#platform/accounts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('API keys', () => {
  test('have the documented form and are never the same', () => {
    const keys = Array.from({ length: 500 }, makeKey)
    for (const key of keys) expect(key).toMatch(/^sk_live_[0-9A-Za-z]{40}$/)
    expect(keys.every(isWellFormed)).toBe(true)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('contain every character of the alphabet with the same probability', () => {
    const counts = new Map<string, number>([...base62].map((letter) => [letter, 0]))
    const keys = 5000
    for (let i = 0; i < keys; i++) {
      for (const letter of makeKey().slice(8)) counts.set(letter, counts.get(letter)! + 1)
    }
    const expected = (keys * 40) / 62
    const chiSquare = [...counts.values()].reduce(
      (sum, n) => sum + (n - expected) ** 2 / expected,
      0,
    )
    // 61 degrees of freedom: above 150 about twice in a thousand million runs. With the remainder of a plain byte, the
    // first eight letters would be a quarter more frequent and the sum would be about 1,300.
    expect(chiSquare).toBeLessThan(150)
  })

  test('are well-formed only in the exact form', () => {
    const body = 'a'.repeat(40)
    expect(isWellFormed(`sk_live_${body}`)).toBe(true)
    for (const key of [
      '',
      body,
      'sk_live_',
      `sk_live_${body}a`,
      `sk_live_${body.slice(1)}`,
      `SK_LIVE_${body}`,
      `sk_test_${body}`,
      ` sk_live_${body}`,
      `sk_live_${body} `,
      `sk_live_${body}\n`,
      `sk_live_${body.slice(1)}-`,
      `sk_live_${body.slice(1)}é`,
      `sk_live_${body}, sk_live_${body}`,
    ]) {
      expect(isWellFormed(key), JSON.stringify(key)).toBe(false)
    }
  })

  test('are malformed when any one character is changed to one outside base62', () => {
    const index = fc.integer({ min: 0, max: 47 })
    const wrong = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
    fc.assert(
      fc.property(index, wrong, (at, letter) => {
        fc.pre(!base62.includes(letter))
        const key = makeKey()
        fc.pre(key[at] !== letter)
        expect(isWellFormed(key.slice(0, at) + letter + key.slice(at + 1))).toBe(false)
      }),
    )
  })

  test('have a hash, a hint and ids of the documented forms', () => {
    // echo -n sk_live_abc | sha256sum
    expect(hashKey('sk_live_abc')).toBe(
      'b2817799acd7f3337c32f967a7c4ca32a767c94190298bace3e0447120385c09',
    )
    expect(makeHint('sk_live_xyz1234')).toBe('1234')
    expect(makeKeyId()).toMatch(/^key_[0-9A-Za-z]{16}$/)
    expect(makeAccountId()).toMatch(/^acct_[0-9A-Za-z]{12}$/)
  })
})

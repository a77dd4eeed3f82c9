import { expect, test } from 'vitest'
import { termsOf } from '#prediction'
import { figures } from '#prediction/figures'

test('terms are on or off as in the table of figures, unless switched', () => {
  expect(termsOf().darkness).toBe(figures.terms.darkness.applied)
  expect(termsOf({ darkness: true }).darkness).toBe(true)
  expect(termsOf({ darkness: true }).age).toBe(figures.terms.age.applied)
})

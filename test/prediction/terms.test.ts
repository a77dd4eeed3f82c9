import { expect, test } from 'vitest'
import { figures } from '../../lib/prediction/figures/index.ts'
import { termsOf } from '../../lib/prediction/index.ts'

test('terms are on or off as in the table of figures, unless switched', () => {
  expect(termsOf().darkness).toBe(figures.terms.darkness.applied)
  expect(termsOf({ darkness: true }).darkness).toBe(true)
  expect(termsOf({ darkness: true }).age).toBe(figures.terms.age.applied)
})

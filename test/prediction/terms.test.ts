import { expect, test } from 'vitest'
import { selectTerms } from '#prediction'
import { figures } from '#prediction/figures'

test('terms are on or off as in the table of figures, unless a caller switches them', () => {
  expect(selectTerms().darkness).toBe(figures.terms.darkness.applied)
  expect(selectTerms({ darkness: true }).darkness).toBe(true)
  expect(selectTerms({ darkness: true }).age).toBe(figures.terms.age.applied)
})

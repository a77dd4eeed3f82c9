import { expect, test } from 'vitest'
import { parseAddress } from '../../lib/address/index.ts'
import type { AddressCase } from './set/case.ts'
import { developmentCases } from './set/development.ts'
import { heldOutCases } from './set/held-out.ts'

const sorted = (components: object) => JSON.stringify(Object.entries(components).sort())
const isExact = ({ text, components }: AddressCase) =>
  sorted(parseAddress(text)) === sorted(components)

/** The parser was made with the development half in sight; the other half was kept away from it. */
test.each([
  ['development', developmentCases],
  ['held-out', heldOutCases],
])('nine of ten addresses of the %s half are taken apart exactly', (half, cases) => {
  const exact = cases.filter(isExact)
  const share = exact.length / cases.length
  console.log(`${half}: exact ${exact.length} of ${cases.length} (${(share * 100).toFixed(1)} %)`)
  expect(share).toBeGreaterThanOrEqual(0.9)
})

test('no country of the development set is read badly', () => {
  const countries = Object.entries(Object.groupBy(developmentCases, ({ country }) => country))
  expect(countries.length).toBeGreaterThanOrEqual(30)
  const weak = countries.filter(([, cases]) => cases!.filter(isExact).length / cases!.length < 0.6)
  expect(weak.map(([country]) => country)).toEqual([])
})

test('capitals do not matter much to the reading', () => {
  const latin = developmentCases.filter(({ text }) => /^[\p{Script=Latin}\P{L}]*$/u.test(text))
  const exact = latin.filter(({ text, components }) => {
    const lower = Object.entries(components).map(([key, value]) => [key, value.toLowerCase()])
    return sorted(parseAddress(text.toLowerCase())) === sorted(Object.fromEntries(lower))
  })
  console.log(`exact in lower case: ${exact.length} of ${latin.length}`)
  expect(exact.length / latin.length).toBeGreaterThanOrEqual(0.8)
})

import { expect, test } from 'vitest'
import { parseAddress } from '#places/address'
import { type AddressCase, addressCases } from './sets/address-cases.ts'

const developmentCases = addressCases('development')
const heldOutCases = addressCases('held-out')

const sorted = (components: object) => JSON.stringify(Object.entries(components).sort())
const isExact = ({ text, components }: AddressCase) =>
  sorted(parseAddress(text)) === sorted(components)

test('the expected components are parts of the text', () => {
  const wrong = [...developmentCases, ...heldOutCases].filter(({ text, components }) =>
    Object.values(components).some((value) => !text.includes(value)),
  )
  expect(wrong).toEqual([])
})

test.each([
  ['development', developmentCases],
  ['held-out', heldOutCases],
])('parses at least nine in ten addresses of the %s half exactly', (half, cases) => {
  const exact = cases.filter(isExact)
  const share = exact.length / cases.length
  console.log(`${half}: exact ${exact.length} of ${cases.length} (${(share * 100).toFixed(1)} %)`)
  expect(share).toBeGreaterThanOrEqual(0.9)
})

test('parses at least 60 % of the addresses of every country exactly', () => {
  const countries = Object.entries(Object.groupBy(developmentCases, ({ country }) => country))
  expect(countries.length).toBeGreaterThanOrEqual(30)
  const weak = countries.filter(([, cases]) => cases!.filter(isExact).length / cases!.length < 0.6)
  expect(weak.map(([country]) => country)).toEqual([])
})

test('parses at least 80 % of the addresses exactly in lower case', () => {
  const latin = developmentCases.filter(({ text }) => /^[\p{Script=Latin}\P{L}]*$/u.test(text))
  const exact = latin.filter(({ text, components }) => {
    const lower = Object.entries(components).map(([key, value]) => [key, value.toLowerCase()])
    return sorted(parseAddress(text.toLowerCase())) === sorted(Object.fromEntries(lower))
  })
  console.log(`exact in lower case: ${exact.length} of ${latin.length}`)
  expect(exact.length / latin.length).toBeGreaterThanOrEqual(0.8)
})

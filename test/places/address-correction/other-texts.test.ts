import { describe, expect, it } from 'vitest'
import { correctAddress, correctAddresses, warmCorrection } from '#places/address-correction'
import { quiet } from '../../fixtures/places.ts'
import { gazetteerOf, towns } from '../search/small-gazetteer.ts'
import noAddresses from './no-addresses.json' with { type: 'json' }

const gazetteer = await gazetteerOf(towns)
const clean = '14 Rue du Moulin, 26310 Brumeville'

describe('a text that is not an address', () => {
  const long = [
    '\ud800',
    'a'.repeat(500),
    '1'.repeat(500),
    'lorem ipsum '.repeat(42),
    'x, '.repeat(160),
  ]
  const repeated = [`${clean} `.repeat(15).trim(), 'Rue '.repeat(120)]

  it.each([...noAddresses, ...long, ...repeated])('%j has a confidence of 0', async (text) => {
    expect(await correctAddress(gazetteer, { text }, quiet)).toEqual({
      input: text,
      corrected: text,
      components: {},
      corrections: [],
      confidence: 0,
    })
  })

  it('changes no address beside it', async () => {
    const texts = noAddresses.flatMap((text) => [clean, text])
    const results = await correctAddresses(
      gazetteer,
      texts.map((text) => ({ text, country: 'FRA' })),
      quiet,
    )
    for (const { input, corrected, confidence } of results.filter(({ input }) => input === clean)) {
      expect([corrected, confidence]).toEqual([input, 1])
    }
  })
})

describe('an address that is not in the data', () => {
  it('stays as it is, with a confidence between 0 and 0.7', async () => {
    for (const text of [
      '10 Downing Street, London SW1A 2AA',
      'Hämeenkatu 1, 33100 Tampere',
      'Unter den Linden 77, 10117 Berlin',
      '서울특별시 중구 세종대로 110',
    ]) {
      const { corrected, confidence } = await correctAddress(gazetteer, { text }, quiet)
      expect(corrected).toBe(text)
      expect(confidence).toBeGreaterThan(0.3)
      expect(confidence).toBeLessThan(0.7)
    }
  })
})

describe('the country of the request', () => {
  const withCountry = (text: string, country?: string) =>
    correctAddress(gazetteer, { text, country }, quiet)

  it('is left out of the line, unless the text states it', async () => {
    expect((await withCountry(clean)).corrected).toBe(`${clean}, France`)
    expect((await withCountry(clean, 'FRA')).corrected).toBe(clean)
    const stated = `${clean}, France`
    expect((await withCountry(stated, 'FRA')).corrected).toBe(stated)
  })

  it('keeps an address of another country as it is', async () => {
    const mistyped = '14 Rue du Moulni, Brumeville'
    expect((await withCountry(mistyped, 'FRA')).corrected).toContain('Rue du Moulin')
    for (const country of ['DEU', 'USA']) {
      const { corrected, confidence } = await withCountry(mistyped, country)
      expect(corrected).toBe(mistyped)
      expect(confidence).toBeLessThan(0.7)
    }
  })

  it('is returned as the country code of an address that is not in the data', async () => {
    const text = 'Main Street 5, Springfield'
    expect((await withCountry(text, 'USA')).components.country_code).toBe('USA')
    expect((await withCountry(text)).components).not.toHaveProperty('country_code')
  })

  it('decides whether a number belongs before or behind the street', async () => {
    const before = (await withCountry('5 Main Street, Springfield', 'USA')).components
    expect(before).toMatchObject({ house_number: '5', road: 'Main Street' })
    const behind = (await withCountry('Hauptstraße 5, 10115 Berlin', 'DEU')).components
    expect(behind).toMatchObject({ house_number: '5', postcode: '10115', country_code: 'DEU' })
  })
})

it('warms its tables before the first call without an error', () => {
  expect(warmCorrection).not.toThrow()
})

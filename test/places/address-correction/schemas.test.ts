import { describe, expect, it } from 'vitest'
import {
  maxAddresses,
  ParseAddressRequest,
  ParseAddressResponse,
} from '#places/address-correction/schemas'

const address = { text: '14 Rue du Moulin, Brumeville' }

describe('a request for corrected addresses', () => {
  it('accepts a country as alpha-2 or alpha-3 and returns it as alpha-3', () => {
    for (const country of ['FR', 'fr', 'FRA']) {
      const { addresses } = ParseAddressRequest.parse({ addresses: [{ ...address, country }] })
      expect(addresses).toEqual([{ ...address, country: 'FRA' }])
    }
  })

  it('contains 1 to 100 addresses that are not blank', () => {
    const isValid = (addresses: unknown) => ParseAddressRequest.safeParse({ addresses }).success
    expect(isValid(Array(maxAddresses).fill(address))).toBe(true)
    expect(isValid(Array(maxAddresses + 1).fill(address))).toBe(false)
    expect(isValid([])).toBe(false)
    expect(isValid([{ text: ' ' }])).toBe(false)
    expect(isValid([{ ...address, country: 'Atlantis' }])).toBe(false)
  })
})

describe('a response', () => {
  it('contains no unknown component and no unknown type', () => {
    const item = {
      index: 0,
      input: 'a',
      corrected: 'b',
      components: { road: 'b' },
      corrections: [{ field: 'road', type: 'typo', original: 'a', corrected: 'b' }],
      confidence: 0.9,
    }
    expect(ParseAddressResponse.parse({ results: [item] })).toEqual({ results: [item] })
    const odd = { ...item, corrections: [{ ...item.corrections[0], type: 'guessed' }] }
    expect(ParseAddressResponse.safeParse({ results: [odd] }).success).toBe(false)
  })
})

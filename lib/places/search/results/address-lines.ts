import formatter from '@fragaria/address-formatter'
import { LRUCache } from 'lru-cache'
import { alpha2Of } from '../country-codes.ts'

/** The parts of an address. */
export interface AddressParts {
  houseNumber?: string | undefined
  road?: string | undefined
  postcode?: string | undefined
  locality?: string | undefined
  county?: string | undefined
  region?: string | undefined
  country?: string | undefined
  /** ISO 3166-1 alpha-3; empty if unknown. */
  countryCode: string
}

/** Private-use characters, which stand for these parts in a cached layout; templates leave them alone. */
const placeholders = { houseNumber: '\ue001', road: '\ue002', postcode: '\ue003' } as const

const placeholderPattern = /[\ue001-\ue003]/g

/**
 * Address lines with placeholders, cached by all other parts: filling a template takes 0.1 ms, and the
 * results of one search often lie in one town, so they share a layout.
 */
const layouts = new LRUCache<string, readonly string[]>({ max: 5_000 })

/** The lines of an address as the country writes them, by the templates of OpenCage. */
export function addressLines(parts: AddressParts): string[] {
  const postcode = singlePostcode(parts.postcode)
  const { houseNumber, road, locality, county, region, country, countryCode } = parts
  const placeholderParts = {
    ...(houseNumber && { houseNumber: placeholders.houseNumber }),
    ...(road && { road: placeholders.road }),
    ...(postcode && { postcode: placeholders.postcode }),
  }
  // From a country code alone, a template makes a line with that code.
  if (![houseNumber, road, postcode, locality, county, region, country].some(Boolean)) return []
  const key = JSON.stringify([placeholderParts, locality, county, region, country, countryCode])
  let layout = layouts.get(key)
  if (!layout) {
    layout = formatter.format(
      {
        ...placeholderParts,
        ...(locality && { city: locality }),
        ...(county && { county }),
        ...(region && { state: region }),
        ...(country && { country }),
        countryCode: alpha2Of(countryCode) ?? '',
      },
      { output: 'array' },
    )
    layouts.set(key, layout)
  }
  const values: Record<string, string> = {
    [placeholders.houseNumber]: houseNumber ?? '',
    [placeholders.road]: road ?? '',
    [placeholders.postcode]: postcode ?? '',
  }
  return layout.map((line) =>
    line.replace(placeholderPattern, (placeholder) => values[placeholder]!),
  )
}

/** Undefined for a list of postcodes, as areas have, which is no part of an address. */
function singlePostcode(postcode: string | undefined): string | undefined {
  return postcode && postcode.length <= 20 && !/[;,]/.test(postcode) ? postcode : undefined
}

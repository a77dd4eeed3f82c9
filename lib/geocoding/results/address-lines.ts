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

/** Placeholders in a layout: private-use characters, which no template treats specially. */
const placeholders = { houseNumber: '\ue001', road: '\ue002', postcode: '\ue003' } as const

const placeholderPattern = /[\ue001-\ue003]/g

/**
 * Layouts by the parts that the addresses of one town share: filling a template takes 0.1 ms, and the
 * results of one search often lie in one town.
 */
const layouts = new LRUCache<string, readonly string[]>({ max: 5_000 })

/** The lines of an address as the country writes them, by the templates of OpenCage. */
export function addressLines(parts: AddressParts): string[] {
  const postcode = singlePostcode(parts.postcode)
  const { houseNumber, road, locality, county, region, country, countryCode } = parts
  const template = {
    ...(houseNumber && { houseNumber: placeholders.houseNumber }),
    ...(road && { road: placeholders.road }),
    ...(postcode && { postcode: placeholders.postcode }),
  }
  // Without a part, a template gives the code of the country.
  if (![houseNumber, road, postcode, locality, county, region, country].some(Boolean)) return []
  const key = JSON.stringify([template, locality, county, region, country, countryCode])
  let layout = layouts.get(key)
  if (!layout) {
    layout = formatter.format(
      {
        ...template,
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

/** Undefined for lists and ranges of postcodes, which are no part of an address. */
function singlePostcode(postcode: string | undefined): string | undefined {
  return postcode && postcode.length <= 20 && !/[;,]/.test(postcode) ? postcode : undefined
}

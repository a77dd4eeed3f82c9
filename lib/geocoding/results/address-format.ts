import formatter from '@fragaria/address-formatter'
import { LRUCache } from 'lru-cache'
import { alpha2Of } from '../country-codes.ts'

/** What an address line is made of. */
export interface AddressParts {
  houseNumber?: string | undefined
  road?: string | undefined
  postcode?: string | undefined
  locality?: string | undefined
  county?: string | undefined
  region?: string | undefined
  country?: string | undefined
  /** ISO 3166-1 alpha-3; empty where it is not known. */
  countryCode: string
}

/** Stand for values in a layout: characters of private use, which no template looks at. */
const marks = { houseNumber: '\ue001', road: '\ue002', postcode: '\ue003' } as const

const markPattern = /[\ue001-\ue003]/g

/**
 * Layouts by what is alike among the addresses of a place: a template takes 0.1 ms to fill, and the
 * results of one search often lie in one town.
 */
const layouts = new LRUCache<string, readonly string[]>({ max: 5_000 })

/** The lines of an address as the country writes them, by the templates of OpenCage. */
export function addressLines(parts: AddressParts): string[] {
  const postcode = singlePostcode(parts.postcode)
  const { houseNumber, road, locality, county, region, country, countryCode } = parts
  const marked = {
    ...(houseNumber && { houseNumber: marks.houseNumber }),
    ...(road && { road: marks.road }),
    ...(postcode && { postcode: marks.postcode }),
  }
  // A template with nothing to say says the code of the country.
  if (![houseNumber, road, postcode, locality, county, region, country].some(Boolean)) return []
  const key = JSON.stringify([marked, locality, county, region, country, countryCode])
  let layout = layouts.get(key)
  if (!layout) {
    layout = formatter.format(
      {
        ...marked,
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
    [marks.houseNumber]: houseNumber ?? '',
    [marks.road]: road ?? '',
    [marks.postcode]: postcode ?? '',
  }
  return layout.map((line) => line.replace(markPattern, (mark) => values[mark]!))
}

/** Lists and ranges of postcodes belong to no address. */
function singlePostcode(postcode: string | undefined): string | undefined {
  return postcode && postcode.length <= 20 && !/[;,]/.test(postcode) ? postcode : undefined
}

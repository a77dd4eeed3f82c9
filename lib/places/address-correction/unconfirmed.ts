import { roundConfidence } from '#ground/geo'
import type { ComponentKey } from '#places/address'
import { alpha3Of } from '#places/search'
import { unconfirmedConfidence } from './confidence.ts'
import type { CorrectedAddress, CorrectedComponents, CorrectedField } from './corrected-address.ts'
import type { AddressInput } from './input-words.ts'
import { isAddress } from './is-address.ts'

/** The component of the response for each of the parser's. */
const fieldOf: Partial<Record<ComponentKey, CorrectedField>> = {
  house_number: 'house_number',
  unit: 'unit',
  road: 'road',
  suburb: 'neighbourhood',
  city: 'locality',
  county: 'county',
  state: 'region',
  postcode: 'postcode',
  country: 'country',
}

/** An address that the gazetteer does not explain, as it is; with confidence 0 where it is none. */
export function unconfirmed(input: AddressInput): CorrectedAddress {
  const { given, parse } = input
  const found = parse?.components ?? {}
  const components: CorrectedComponents = {}
  for (const [key, field] of Object.entries(fieldOf) as [ComponentKey, CorrectedField][]) {
    if (found[key]) components[field] = found[key]
  }
  const unchanged = { input: given.text, corrected: given.text, corrections: [] }
  if (!isAddress(input, components)) return { ...unchanged, components: {}, confidence: 0 }
  const stated = components.country && parse ? alpha3Of(parse.country) : undefined
  const country = stated ?? given.country
  if (country) components.country_code = country
  const { road, house_number, locality, postcode } = components
  const confidence = unconfirmedConfidence({
    road: road !== undefined,
    houseNumber: house_number !== undefined,
    area: locality !== undefined,
    postcode: postcode !== undefined,
  })
  return { ...unchanged, components, confidence: roundConfidence(confidence) }
}

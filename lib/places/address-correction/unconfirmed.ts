import { roundConfidence } from '#ground/geo'
import type { ComponentKey } from '#places/address'
import { alpha3Of } from '#places/search'
import { estimateUnconfirmed } from './confidence.ts'
import type { CorrectedAddress, CorrectedComponents, CorrectedField } from './corrected-address.ts'
import type { AddressInput } from './input-words.ts'
import { isAddress } from './is-address.ts'

/** Components of the response, by component of the parser. */
const fieldsByLabel: Partial<Record<ComponentKey, CorrectedField>> = {
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

/**
 * Returns an address that the gazetteer does not explain, unchanged. Its confidence is 0 if the text is not an address.
 */
export function makeUnconfirmed(input: AddressInput): CorrectedAddress {
  const { given, parse } = input
  const found = parse?.components ?? {}
  const components: CorrectedComponents = {}
  for (const [key, field] of Object.entries(fieldsByLabel) as [ComponentKey, CorrectedField][]) {
    if (found[key]) components[field] = found[key]
  }
  const unchanged = { input: given.text, corrected: given.text, corrections: [] }
  if (!isAddress(input, components)) return { ...unchanged, components: {}, confidence: 0 }
  const stated = components.country && parse ? alpha3Of(parse.country) : undefined
  const country = stated ?? given.country
  if (country) components.country_code = country
  const { road, house_number, locality, postcode } = components
  const confidence = estimateUnconfirmed({
    road: road !== undefined,
    houseNumber: house_number !== undefined,
    area: locality !== undefined,
    postcode: postcode !== undefined,
  })
  return { ...unchanged, components, confidence: roundConfidence(confidence) }
}

/** Addresses in free text, taken apart into what they say of themselves. */

export type {
  AddressComponents,
  ComponentKey,
  ComponentSpan,
  NameKind,
  Parse,
  ParseHints,
  PlaceNames,
} from './components.ts'
export { componentKeys } from './components.ts'
export { parseAddress, rankedParses, spansOf } from './parse.ts'
export { type DesignatedSpan, designatedSpans } from './tables/designators.ts'
export { countriesWithPostcodes, matchPostcode } from './tables/postcodes.ts'

/** Parser of free-text addresses: splits a text into the components of its country's conventions. */
export {
  type AddressComponents,
  type ComponentKey,
  type ComponentSpan,
  componentKeys,
  type Parse,
  type ParseHints,
} from './components.ts'
export { parseAddress, rankParses } from './parse.ts'
export { type AddressConventions, findConventions } from './tables/conventions.ts'
export { type DesignatedSpan, findDesignatedSpans } from './tables/designators.ts'
export { findKnownName, maxWords } from './tables/known-names.ts'
export { countriesWithPostcodes, matchPostcode } from './tables/postcodes.ts'

/** Parser of free-text addresses: splits a text into the components of its country's conventions. */
export {
  type AddressComponents,
  type ComponentKey,
  type ComponentSpan,
  componentKeys,
  type Parse,
  type ParseHints,
} from './components.ts'
export { parseAddress, rankedParses } from './parse.ts'
export { type AddressConventions, conventionsOf } from './tables/conventions.ts'
export { type DesignatedSpan, designatedSpans } from './tables/designators.ts'
export { knownName, maxWords } from './tables/known-names.ts'
export { countriesWithPostcodes, matchPostcode } from './tables/postcodes.ts'

/** Addresses in free text, taken apart into what they say of themselves. */

export type {
  AddressComponents,
  ComponentKey,
  NameKind,
  Parse,
  ParseHints,
  Piece,
  PlaceNames,
} from './components.ts'
export { componentKeys } from './components.ts'
export { type Designated, designated } from './designators.ts'
export { parseAddress, parses, spansOf } from './parse.ts'
export { countriesWithPostcodes, matchPostcode } from './postcodes.ts'

/** Finding places by text, by the fields of an address, and by what they are. */
export { findPlaces } from './places.ts'
export { prepare } from './prepare.ts'
export { isWithin, zoomFor } from './scope.ts'
export { autocomplete, search } from './search.ts'
export { searchStructured } from './structured.ts'

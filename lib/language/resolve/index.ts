/** Settles the places of a reading: geocodes them together. */
export { placesError } from './places-error.ts'
export { type Resolution, type ResolveContext, resolvePlaces } from './resolve-places.ts'
export { hereText, type ResolvedPlace, type UnresolvedPlaces } from './resolved-place.ts'

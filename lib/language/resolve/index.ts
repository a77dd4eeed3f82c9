/** Resolves the places of a reading by geocoding them together. */
export { createPlacesError } from './places-error.ts'
export { type Resolution, type ResolveContext, resolvePlaces } from './resolve-places.ts'
export { hereText, type ResolvedPlace, type UnresolvedPlaces } from './resolved-place.ts'

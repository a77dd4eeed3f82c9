/** The places of OpenStreetMap extracts, and an index of them. */
export { type BuildPlacesOptions, buildPlaces } from './build-places.ts'
export { type GatherPlacesOptions, gatherPlaces } from './gather.ts'

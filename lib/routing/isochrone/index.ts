export { isochroneToGeojson } from './geojson.ts'
export { findIsochrone, type Isochrone, type IsochroneContext } from './isochrone.ts'
export type { PlaceIndex, ReachablePlace } from './reachable-places.ts'

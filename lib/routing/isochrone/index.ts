export { isochroneToGeojson } from './geojson.ts'
export { findIsochrone, type Isochrone } from './isochrone.ts'

export { confidenceOf } from './confidence.ts'
export { snappedToGeojson } from './geojson.ts'
export { type Snapped, snapTrace } from './snap.ts'
export { gapMeters } from './trace.ts'

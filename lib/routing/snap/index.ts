export { snappedToGeojson } from './geojson.ts'
export { gapMeters } from './match.ts'
export { type Snapped, snapTrace } from './snap.ts'

/** Schemas of the elevation operation. Contracts import only this module. */
export { ElevationFeatureCollection } from './geojson.ts'
export {
  ElevationRequest,
  maxSamples,
  maxShapePositions,
  spacingLimits,
} from './request.ts'
export { ElevationResponse, ElevationSummary } from './response.ts'

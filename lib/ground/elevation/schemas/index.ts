/** Schemas of the elevation operation; contracts import only these. */
export { ElevationFeatureCollection } from './geojson.ts'
export {
  ElevationRequest,
  maxSamples,
  maxShapePositions,
  spacingLimits,
} from './request.ts'
export { ElevationResponse, ElevationSummary } from './response.ts'

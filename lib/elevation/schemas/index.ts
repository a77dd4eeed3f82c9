/** The light face of elevation: schemas and words. Contracts import only this. */
export { ElevationFeatureCollection } from './geojson.ts'
export {
  ElevationRequest,
  maxSamples,
  maxShapePositions,
  resampleDistanceMeters,
} from './request.ts'
export { ElevationResponse, ElevationSummary } from './response.ts'

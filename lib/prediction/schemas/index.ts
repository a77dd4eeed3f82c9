/** Schemas of the predict operation; contracts import only these. */
export { AreaSchema, maxBufferMeters, maxPositions, maxRadiusMeters } from './area.ts'
export { PredictRequest } from './request.ts'
export { PredictFeatureCollection, PredictResponse, PredictSummary, Score } from './response.ts'

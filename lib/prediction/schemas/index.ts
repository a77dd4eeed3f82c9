/** The light face of prediction: schemas and words. Contracts import only this. */
export { AreaSchema, maxBufferMeters, maxPositions, maxRadiusMeters } from './area.ts'
export { PredictRequest } from './request.ts'
export { PredictFeatureCollection, PredictResponse, PredictSummary, Score } from './response.ts'

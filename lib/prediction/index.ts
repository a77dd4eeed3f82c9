/** Predicts where a missing person is likely to be: search areas and their hexagons, the model, the response. */

export { areaLimits, buildHexGrid, createLocalPlane, measureArea } from './area/index.ts'
export { validatePlaces } from './checked-request.ts'
export { markCone } from './cone.ts'
export { type ConfidenceFacts, rateConfidence } from './confidence.ts'
export { isDark } from './darkness.ts'
export { adaptDistribution, computeReach } from './distance-bounds.ts'
export {
  computeAgeScale,
  computeDistanceScale,
  computeWindChill,
  rateWeather,
} from './distance-scale.ts'
export { measureDryness } from './dry-climate.ts'
export { isEcoregionKnown, selectEcoregion, weighEcoregions } from './ecoregion.ts'
export { predictToGeojson } from './geojson.ts'
export { GridProjection } from './grid-projection.ts'
export { toHexGeometry } from './hex-geometry.ts'
export { buildIncident } from './incident.ts'
export { computeFingerprint, modelVersion } from './model-version.ts'
export { HexCover, measureLayers, projectPolygon, WorkLimit } from './overlay/index.ts'
export { predict } from './predict.ts'
export type {
  Confidence,
  Ecoregion,
  EcoregionWeights,
  HexGrid,
  Incident,
  LocalPlane,
  Prediction,
  Profile,
  Region,
  Search,
  SearchArea,
  Segment,
  SegmentProbability,
} from './prediction.ts'
export { ecoregions, profiles, regionPercents } from './prediction.ts'
export {
  computeProbabilityMap,
  locatePatternPoints,
  type PredictContext,
  type ProbabilityMap,
} from './probability-map.ts'
export { selectRegions } from './regions.ts'
export { type ResponseFacts, toPredictResponse } from './response.ts'
export { rank } from './score.ts'
export { SearchedGround, updateProbabilities } from './searched.ts'
export { computeSegmentProbability } from './segments.ts'
export { selectTerms } from './terms.ts'
export { compilePredict, warmPredict } from './warm.ts'

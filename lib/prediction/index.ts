/** Where a missing person is likely to be: areas and their hexagons, the model, its answer. */

export { areaLimits, hexGridOf, localPlane, measureArea } from './area/index.ts'
export { checkedPlaces } from './checked-request.ts'
export { cone } from './cone.ts'
export { type ConfidenceFacts, confidenceOf } from './confidence.ts'
export { isDark } from './darkness.ts'
export { incidentDistribution, reachMeters } from './distance-bounds.ts'
export { ageScale, distanceScale, weatherSeverity, windChillCelsius } from './distance-scale.ts'
export { dryClimateShare } from './dry-climate.ts'
export { ecoregionOf, ecoregionWeightsOf, isEcoregionKnown } from './ecoregion.ts'
export { predictToGeojson } from './geojson.ts'
export { GridProjection } from './grid-projection.ts'
export { hexGeometry } from './hex-geometry.ts'
export { incidentOf } from './incident.ts'
export { fingerprint, modelVersion } from './model-version.ts'
export { HexCover, layeredSquareMeters, planePolygon, WorkLimit } from './overlay/index.ts'
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
  type PredictContext,
  type ProbabilityMap,
  patternPositions,
  probabilityMapOf,
} from './probability-map.ts'
export { regionsOf } from './regions.ts'
export { predictResponse, type ResponseFacts } from './response.ts'
export { rank } from './score.ts'
export { SearchedGround, updated } from './searched.ts'
export { segmentProbability } from './segments.ts'
export { termsOf } from './terms.ts'
export { compilePredict, warmPredict } from './warm.ts'

/** Where a missing person is likely to be: areas and their hexagons, the model, its answer. */
export { type AnswerFacts, predictAnswer } from './answer.ts'
export { areaLimits, hexGridOf, localPlane, measureArea } from './area/index.ts'
export { caseOf } from './case.ts'
export { predictToGeojson } from './geojson.ts'
export { hexGeometry } from './hex-geometry.ts'
export { predict } from './predict.ts'
export type {
  Area,
  Case,
  Confidence,
  Ecoregion,
  HexGrid,
  LatLng,
  LocalPlane,
  Prediction,
  Profile,
} from './prediction.ts'
export { ecoregions, profiles } from './prediction.ts'

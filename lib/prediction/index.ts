/** Where a missing person is likely to be: areas and their hexagons, the model, its answer. */

export { areaLimits, hexGridOf, localPlane, measureArea } from './area/index.ts'
export { predictToGeojson } from './geojson.ts'
export { hexGeometry } from './hex-geometry.ts'
export { incidentOf } from './incident.ts'
export { predict } from './predict.ts'
export type {
  Confidence,
  Ecoregion,
  HexGrid,
  Incident,
  LocalPlane,
  Prediction,
  Profile,
  SearchArea,
} from './prediction.ts'
export { ecoregions, profiles } from './prediction.ts'
export { predictResponse, type ResponseFacts } from './response.ts'

/** The light face of routing: schemas and words, without the engine. Contracts import only this. */
export { canonicalLanguage, Language, languages } from './language.ts'
export { BoundsSchema, Location } from './location.ts'
export { RouteFeatureCollection } from './route-geojson.ts'
export { ElevationInterval, Format, RouteRequest, Units } from './route-request.ts'
export { LegSchema, RouteResponse, RouteSchema, WaypointSchema } from './route-response.ts'
export { laneIndications, StepSchema, stepTypes, travelModes } from './step.ts'
export { NullableTerrain, TerrainSchema } from './terrain.ts'
export { Travel, type TravelType, travelTypes } from './travel.ts'
export {
  optionsSchemas,
  TravelOptions,
  type TravelOptionsInput,
  travelOptionsIssues,
} from './travel-options.ts'

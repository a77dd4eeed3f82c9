/** Schemas of routing, without the engine. Contracts import only this module. */
export { CompareRequest } from './compare-request.ts'
export { CompareFeatureCollection, CompareResponse } from './compare-response.ts'
export { DepartureTime } from './departure-time.ts'
export { type ExcludedPolygon, exclusionFields } from './exclusions.ts'
export { IsochroneContour, IsochroneRequest } from './isochrone-request.ts'
export { IsochroneFeatureCollection, IsochroneResponse } from './isochrone-response.ts'
export { findLocale, Language, languages } from './language.ts'
export { LocateRequest } from './locate-request.ts'
export {
  LocateEdge,
  LocateFeatureCollection,
  LocateItem,
  LocateResponse,
} from './locate-response.ts'
export { MatrixRequest } from './matrix-request.ts'
export { MatrixCell, MatrixFeatureCollection, MatrixResponse } from './matrix-response.ts'
export { OptimizeRequest } from './optimize-request.ts'
export { OptimizeFeatureCollection, OptimizeResponse } from './optimize-response.ts'
export { serviceDefaults } from './options/service-defaults.ts'
export { RoadClass, roadClasses, Surface, surfaces } from './road.ts'
export { RouteFeature, RouteFeatureCollection, WaypointFeature } from './route-geojson.ts'
export { ElevationInterval, Narrative, RouteRequest, Units } from './route-request.ts'
export { LegSchema, RouteResponse, RouteSchema, WaypointSchema } from './route-response.ts'
export { SnapRequest } from './snap-request.ts'
export { SnapFeatureCollection, SnapResponse } from './snap-response.ts'
export { laneIndications, StepSchema, stepTypes, travelModes } from './step.ts'
export { difficulties, NullableTerrain, TerrainSchema } from './terrain.ts'
export { Travel, type TravelType, travelTypes } from './travel.ts'
export {
  checkTravelOptions,
  optionsSchemas,
  TravelOptions,
  type TravelOptionsInput,
} from './travel-options.ts'

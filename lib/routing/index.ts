export { compareModes, comparisonToGeojson } from './compare.ts'
export { maxDistanceMeters, maxMatrixDistanceMeters, reachMeters } from './config.ts'
export { type Costing, costingFor } from './costing.ts'
export { type Engine, type EngineAction, type EngineQuery, openEngine } from './engine.ts'
export type {
  EngineLeg,
  EngineLocateEdge,
  EngineLocateItem,
  EngineManeuver,
  EngineMatrix,
  EngineRoute,
  EngineSummary,
  EngineTrip,
} from './engine-answers.ts'
export { routeFeature, routeToGeojson, waypointFeatures } from './geojson.ts'
export {
  findIsochrone,
  type Isochrone,
  type IsochroneContext,
  isochroneToGeojson,
  type PlaceIndex,
  type ReachablePlace,
} from './isochrone/index.ts'
export { locate, locateToGeojson, onRoadMeters } from './locate.ts'
export { findMatrix, matrixToGeojson } from './matrix.ts'
export { type MatrixCells, type MatrixQuery, matrixCells } from './matrix-cells.ts'
export { optimizedToGeojson, optimizeStops } from './optimize.ts'
export { roadClassOf, surfaceOf } from './road.ts'
export { findRoute, type RouteContext } from './route.ts'
export { gapMeters, type Snapped, snappedToGeojson, snapTrace } from './snap/index.ts'
export { describeTrip, type Leg, type Route, type TripOptions } from './trip.ts'

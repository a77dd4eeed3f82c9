export { maxDistanceMeters, maxMatrixDistanceMeters, reachMeters } from './config.ts'
export { type Costing, costingFor } from './costing.ts'
export { type Engine, type EngineAction, type EngineQuery, openEngine } from './engine.ts'
export type {
  EngineLeg,
  EngineLocateItem,
  EngineManeuver,
  EngineRoute,
  EngineSummary,
  EngineTrip,
} from './engine-answers.ts'
export { routeFeature, routeToGeojson, waypointFeatures } from './geojson.ts'
export { findRoute, type RouteContext } from './route.ts'
export { describeTrip, type Leg, type Route, type TripOptions } from './trip.ts'

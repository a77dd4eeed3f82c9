export {
  type Costing,
  costingFor,
  type Engine,
  type EngineAction,
  type EngineLeg,
  type EngineLocateEdge,
  type EngineLocateItem,
  type EngineManeuver,
  type EngineMatrix,
  type EngineQuery,
  type EngineRoute,
  type EngineSummary,
  type EngineTrip,
  engineConfig,
  maxDistanceMeters,
  maxMatrixDistanceMeters,
  maxMatrixPairs,
  maxSnapDistanceMeters,
  openEngine,
  openEngineOnCache,
  roadClassOf,
  surfaceOf,
} from '#routing/engine'
export { compareModes, comparisonToGeojson } from './compare/index.ts'
export {
  findIsochrone,
  type Isochrone,
  type IsochroneContext,
  isochroneToGeojson,
  type PlaceIndex,
  type ReachablePlace,
} from './isochrone/index.ts'
export { locate, locateToGeojson, onRoadMeters } from './locate/index.ts'
export {
  findMatrix,
  type MatrixCells,
  type MatrixQuery,
  matrixCells,
  matrixToGeojson,
} from './matrix/index.ts'
export { optimizedToGeojson, optimizeStops } from './optimize/index.ts'
export {
  describeTrip,
  findRoute,
  type Leg,
  type Route,
  type RoutingContext,
  routeFeature,
  routeToGeojson,
  routeTotals,
  type TripOptions,
  waypointFeatures,
} from './route/index.ts'
export { gapMeters, type Snapped, snappedToGeojson, snapTrace } from './snap/index.ts'

export {
  buildEngineConfig,
  type Costing,
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
  makeCosting,
  maxDistanceMeters,
  maxMatrixDistanceMeters,
  maxMatrixPairs,
  maxSnapDistanceMeters,
  nameRoadClass,
  nameSurface,
  openEngine,
  openEngineOnCache,
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
  computeCells,
  findMatrix,
  type MatrixCells,
  type MatrixQuery,
  matrixToGeojson,
} from './matrix/index.ts'
export { optimizedToGeojson, optimizeStops } from './optimize/index.ts'
export {
  describeTrip,
  findRoute,
  type Leg,
  makeRouteFeature,
  makeWaypointFeatures,
  type Route,
  type RoutingContext,
  requestTotals,
  routeToGeojson,
  type TripOptions,
} from './route/index.ts'
export { gapMeters, type Snapped, snappedToGeojson, snapTrace } from './snap/index.ts'

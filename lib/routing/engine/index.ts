export type {
  EngineLeg,
  EngineLocateEdge,
  EngineLocateItem,
  EngineManeuver,
  EngineMatrix,
  EngineRoute,
  EngineSignElement,
  EngineSummary,
  EngineTrip,
} from './answers.ts'
export { briefRoute, tripTotals } from './brief-route.ts'
export {
  engineConfig,
  maxDistanceMeters,
  maxMatrixDistanceMeters,
  maxMatrixPairs,
  maxSnapDistanceMeters,
} from './config.ts'
export { type Costing, costingFor } from './costing.ts'
export type { Engine, EngineAction, EngineQuery } from './engine.ts'
export { fromEngineError, isNoPath } from './errors.ts'
export { engineExclusions, excludingPolygon, hasExclusions } from './exclusions.ts'
export { nameUnroutableLocation } from './explain.ts'
export { openEngine, openEngineOnCache } from './open-engine.ts'
export { checkAnswerLength, maxAnswerCharacters, parseAnswer } from './parse-answer.ts'
export { type EngineLocation, movedToRoads, roadLocations, routeOnRoads } from './road-locations.ts'
export { roadClassOf, surfaceOf } from './road-names.ts'

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
export { readTripTotals, requestBriefRoute } from './brief-route.ts'
export {
  buildEngineConfig,
  maxDistanceMeters,
  maxMatrixDistanceMeters,
  maxMatrixPairs,
  maxSnapDistanceMeters,
} from './config.ts'
export { type Costing, makeCosting } from './costing.ts'
export type { Engine, EngineAction, EngineQuery } from './engine.ts'
export { convertEngineError, isNoPath } from './errors.ts'
export { hasExclusions, makeEngineExclusions, makePolygonFinder } from './exclusions.ts'
export { nameUnroutableLocation } from './explain.ts'
export { openEngine, openEngineOnCache } from './open-engine.ts'
export { checkAnswerLength, maxAnswerCharacters, parseAnswer } from './parse-answer.ts'
export { type EngineLocation, locateOnRoads, moveToRoads, routeOnRoads } from './road-locations.ts'
export { nameRoadClass, nameSurface } from './road-names.ts'

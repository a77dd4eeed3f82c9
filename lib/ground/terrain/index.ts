export { measureTotalClimb, thresholdMeters } from './climb.ts'
export { classifyDifficulty, type Difficulty } from './difficulty.ts'
export { buildProfile, type ElevationProfile, type LegHeights } from './profile.ts'
export type { StructureSpan } from './structures.ts'
export {
  analyseTerrain,
  analyseTerrainInSteps,
  type ElevationSample,
  type RouteTerrain,
  type Terrain,
  type TerrainOptions,
} from './terrain.ts'

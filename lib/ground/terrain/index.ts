export { climbOf, thresholdMeters } from './climb.ts'
export { type Difficulty, difficultyOf } from './difficulty.ts'
export { type ElevationProfile, type LegHeights, profileOf } from './profile.ts'
export type { StructureSpan } from './structures.ts'
export {
  analyseTerrain,
  type ElevationSample,
  type RouteTerrain,
  type Terrain,
  type TerrainOptions,
  terrainSteps,
} from './terrain.ts'

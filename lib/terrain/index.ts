export { climbOf, thresholdMeters } from './climb.ts'
export { type Difficulty, difficultyOf } from './difficulty.ts'
export { type LegHeights, type Profile, profileOf } from './profile.ts'
export type { Span } from './structures.ts'
export {
  analyseTerrain,
  type ElevationSample,
  type Terrain,
  type TerrainOptions,
} from './terrain.ts'

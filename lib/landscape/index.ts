/** What the ground of a region is like, for prediction: land cover, distances, slope, barriers, heights. */
export * from './bands.ts'
export type { Landscape, LandscapeView, Positions } from './landscape.ts'

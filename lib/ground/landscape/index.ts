/** Ground of a region, for predictions: land cover, distances, slope, barriers, heights. */
export * from './bands.ts'
export {
  type DerivedBand,
  type DerivedLayer,
  type Landscape,
  type LandscapeView,
  type Positions,
  viewMarginMeters,
} from './landscape.ts'
export { type LandscapeOptions, openLandscape } from './open-landscape.ts'

/** Draws `features.tif`, the ground of a region, from OpenStreetMap and elevation. */
export { buildFeatures, type FeaturesRequest, factsOf } from './build-features.ts'
export type { Features } from './raster/draw-features.ts'
export { featurePixels } from './raster/feature-grid.ts'
export type { MissingLayer } from './raster/missing-layers.ts'

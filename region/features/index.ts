/** What the ground of a region is like, drawn from OpenStreetMap and elevation: `features.tif`. */
export { buildFeatures, type FeaturesRequest, factsOf } from './build-features.ts'
export type { Features } from './raster/draw-features.ts'
export { featurePixels } from './raster/feature-grid.ts'
export type { MissingLayer } from './raster/missing-layers.ts'

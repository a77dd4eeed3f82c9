/** Heights of a region, read from its `terrain.tif` by byte range. */
export { makeTileCache, type TileCache } from '#ground/raster'
export { type Elevation, type ElevationOptions, openElevation } from './elevation.ts'
export { type ElevationContext, findElevation } from './find-elevation.ts'
export { elevationToGeojson } from './geojson.ts'
export { Interpolation } from './interpolation.ts'

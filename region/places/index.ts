/** Makes places from OpenStreetMap extracts, and an index of them. */

export { AreaPolygon } from './area-polygon.ts'
export { type BuildPlacesOptions, buildPlaces, indexPlaces } from './build-places.ts'
export { type GatherPlacesOptions, gatherPlaces } from './gather.ts'
export { computeImportance, parsePopulation } from './importance.ts'
export { interpolate } from './interpolation.ts'
export { cleanName, readNames } from './names.ts'
export type { OsmFeature } from './osm-feature.ts'
export { Partitions } from './partitions.ts'
export { projectOnto, simplifyLine } from './plane.ts'
export { isPlaceObject } from './selection.ts'
export { TileThreads } from './tile-threads.ts'

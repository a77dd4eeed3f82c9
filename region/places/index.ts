/** The places of OpenStreetMap extracts, and an index of them. */

export { AreaPolygon } from './area-polygon.ts'
export { type BuildPlacesOptions, buildPlaces, indexedPlaces } from './build-places.ts'
export { type GatherPlacesOptions, gatherPlaces } from './gather.ts'
export { importanceOf, populationOf } from './importance.ts'
export { interpolate } from './interpolation.ts'
export { cleanName, namesOf } from './names.ts'
export type { OsmFeature } from './osm-feature.ts'
export { Partitions } from './partitions.ts'
export { projectOnto, simplified } from './plane.ts'
export { isPlaceObject } from './selection.ts'
export { TileThreads } from './tile-threads.ts'

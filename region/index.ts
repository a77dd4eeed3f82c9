/** Turns OpenStreetMap extracts and elevation into published data sets. */

export {
  buildPartJob,
  openStoredParts,
  parsePartsAddress,
  planPartsJob,
  removeStoredParts,
} from './bucket-parts/index.ts'
export { buildRegion, type RegionBuild } from './build.ts'
export { type CloudBuildSize, estimateCloudBuild } from './cloud-size.ts'
export { engineVersion } from './engine/index.ts'
export { RegionError } from './errors.ts'
export {
  assertArea,
  defaultMaxGigabytes,
  fetchArea,
  fetchInputs,
  isAddress,
  measureInput,
} from './fetch/index.ts'
export { storeInputs } from './inputs.ts'
export { frameBlob, packBlob } from './osm/index.ts'
export type { BuiltParts } from './parts/index.ts'
export {
  assertFitsDisk,
  assertHasChecksums,
  maxDiskMebibytes,
  minDiskMebibytes,
  parseBucket,
  publishToBucket,
} from './publish.ts'
export { makeReproducible } from './reproducible-tile.ts'
export { choosePlaceWorkers } from './resources.ts'
export { prepareEngineBuilder } from './road-graph.ts'
export { addRoads, type RoadForm } from './roads.ts'
export { listTiles, writeRoutingTar } from './routing-tar.ts'
export { describeStorageError } from './storage-errors.ts'
export { type RegionUpdate, type UpdatedRegion, updateRegion } from './update/index.ts'

/** Turning OpenStreetMap extracts and elevation into published data sets. */

export {
  buildPartJob,
  openStoredParts,
  partsAddressOf,
  planPartsJob,
  removeStoredParts,
} from './bucket-parts/index.ts'
export { buildRegion, type RegionBuild } from './build.ts'
export { type CloudBuildSize, sizeOfCloudBuild } from './cloud-size.ts'
export { engineVersion } from './engine/index.ts'
export { RegionError } from './errors.ts'
export {
  assertArea,
  defaultMaxGigabytes,
  fetchArea,
  fetchInputs,
  isAddress,
  sizeOfInput,
} from './fetch/index.ts'
export { rememberInputs } from './inputs.ts'
export { frameBlob, packBlob } from './osm/index.ts'
export type { BuiltParts } from './parts/index.ts'
export {
  assertFitsDisk,
  assertHasChecksums,
  bucketOf,
  maxDiskMebibytes,
  minDiskMebibytes,
  publishToBucket,
} from './publish.ts'
export { makeReproducible } from './reproducible-tile.ts'
export { placeWorkers } from './resources.ts'
export { engineBuilder } from './road-graph.ts'
export { addRoads, type RoadForm } from './roads.ts'
export { listTiles, routingTar } from './routing-tar.ts'
export { storageErrorMessage } from './storage-errors.ts'
export { type RegionUpdate, type UpdatedRegion, updateRegion } from './update/index.ts'

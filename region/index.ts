/** Turning OpenStreetMap extracts and elevation into published data sets. */
export { storageFault } from './bucket-faults.ts'
export { buildRegion, type RegionBuild } from './build.ts'
export { engineVersion } from './engine.ts'
export { RegionError } from './errors.ts'
export { assertArea, defaultMaxGigabytes, fetchArea } from './fetch/index.ts'
export { framed, packed } from './osm/index.ts'
export {
  assertFitsDisk,
  bucketOf,
  largestDiskMebibytes,
  publishToBucket,
  smallestDiskMebibytes,
} from './publish.ts'

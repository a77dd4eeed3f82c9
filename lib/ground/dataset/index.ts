/**
 * Data sets: `datasets/<region>/<build id>/` with its files and a `manifest.json`, and the pointer
 * `datasets/<region>/current.json` to the served build.
 */
export type { Bounds } from '#ground/geo'
export { listAreas } from './areas.ts'
export type { DatasetSummary, Pointer } from './catalog.ts'
export {
  listBuilds,
  listDatasets,
  publish,
  readPointer,
  removeBuild,
  rollback,
} from './catalog.ts'
export { computeEngineDisk, computeMaxRoutingBytes, defaultEngineDiskMebibytes } from './disk.ts'
export { DatasetError } from './errors.ts'
export { type LocalCopyOptions, provideLocalCopy } from './local-copy.ts'
export { Manifest, ManifestFile, readManifest } from './manifest.ts'
export { assertBuildId, assertRegionName, makeBuildId, parseRegionNames } from './names.ts'
export {
  type Dataset,
  openBuild,
  openCompleteDataset,
  openDataset,
  type PublishedBuild,
  readCurrentBuild,
  readPublishedBuild,
} from './open.ts'
export { readVerified } from './read-verified.ts'
export { type CopyOptions, type CopyProgress, copyBuild } from './transfer.ts'
export { VerifiedFile } from './verified-file.ts'
export { type VerifiedFiles, verifyFile, verifyFiles } from './verified-files.ts'
export { verify } from './verify.ts'
export { type WatchOptions, watchBuild } from './watch.ts'
export { DatasetWriter, type ManifestFacts } from './writer.ts'

export { type PackCache, packCache } from './cache.ts'
export { type OpenPackOptions, openPack, Pack } from './pack.ts'
export {
  type FileSource,
  fileSource,
  memorySource,
  type RangeSource,
  storageSource,
} from './source.ts'
export { verifyPack } from './verify.ts'

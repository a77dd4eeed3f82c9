/** Builds the parts of an extract as jobs of several machines, through a bucket. */
export { type PartsAddress, parsePartsAddress } from './address.ts'
export { buildPartJob, type PartBuilding, type PartOutcome } from './build-part-job.ts'
export { type PartFiles, storePartFiles, unpackPartFiles } from './part-files.ts'
export { type PartsPlanning, planPartsJob } from './plan-parts-job.ts'
export { openStoredParts, removeStoredParts } from './stored-parts.ts'

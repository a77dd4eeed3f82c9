/** Builds of regions in the cloud: input, machines, and the calls that start and watch them. */
export { type AwsAccess, AwsRefusal, type AwsService } from './aws-calls.ts'
export {
  type BuildCallbacks,
  type BuildEnd,
  type BuildStatus,
  startBuilds,
  stopBuilds,
  type WatchedBuild,
  watchBuild,
} from './client.ts'
export { estimateUsdPerHour, fargate } from './fargate.ts'
export {
  partsPrefix,
  type RegionBuildInput,
  type RegionBuildMachine,
  type RegionBuildParts,
  type RegionBuildsInput,
  sourcesFolder,
} from './input.ts'

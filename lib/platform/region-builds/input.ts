/** Prefix in the deployment's bucket of extracts that builds may read, beside public addresses. */
export const sourcesFolder = 'sources'

/** Prefix in the bucket of what the jobs of a build in parts pass on; no region has this name. */
export const partsPrefix = 'datasets/.parts'

/** A machine of Fargate: see `fargate.sizes`. */
export interface RegionBuildMachine {
  vcpus: number
  memoryMebibytes: number
}

/** The road graph in parts: a job plans them, a job for each part builds it, and a last job builds the region. */
export interface RegionBuildParts {
  /** Tells builds of other inputs apart; of letters and digits. A build with the same one goes on with its parts. */
  id: string
  /** From 1; as many as `count`. */
  numbers: readonly number[]
  count: number
  plan: RegionBuildMachine
  part: RegionBuildMachine
}

/** One build. Files are `https://` addresses, or `s3://` ones under `sourcesFolder` of the deployment's bucket. */
export interface RegionBuildInput extends RegionBuildMachine {
  name: string
  osm: readonly string[]
  dem: readonly string[]
  landcover: readonly string[]
  /** Default: one job builds all. */
  parts?: RegionBuildParts
}

/** Input of an execution of the state machine, which builds all at once. */
export interface RegionBuildsInput {
  builds: readonly RegionBuildInput[]
}

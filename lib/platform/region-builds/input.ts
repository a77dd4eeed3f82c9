/** Prefix in the deployment's bucket for extracts that builds may read, in addition to public addresses. */
export const sourcesFolder = 'sources'

/** Prefix in the bucket for files that the jobs of a build in parts pass on. No region has this name. */
export const partsPrefix = 'datasets/.parts'

/** A machine of Fargate: see `fargate.sizes`. */
export interface RegionBuildMachine {
  vcpus: number
  memoryMebibytes: number
}

/**
 * A build of the road graph in parts: one job plans the parts, one job builds each part, and a last job builds the
 * region.
 */
export interface RegionBuildParts {
  /**
   * Distinguishes builds with different inputs; letters and digits. A build with the same id continues with its
   * existing parts.
   */
  id: string
  /** Numbers of the parts, from 1 to `count`. */
  numbers: readonly number[]
  count: number
  plan: RegionBuildMachine
  part: RegionBuildMachine
}

/**
 * Input of one build. Files are `https://` addresses, or `s3://` ones under `sourcesFolder` of the deployment's
 * bucket.
 */
export interface RegionBuildInput extends RegionBuildMachine {
  name: string
  osm: readonly string[]
  dem: readonly string[]
  landcover: readonly string[]
  /** Default: one job builds everything. */
  parts?: RegionBuildParts
}

/** Input of an execution of the state machine, which runs all builds at once. */
export interface RegionBuildsInput {
  builds: readonly RegionBuildInput[]
}

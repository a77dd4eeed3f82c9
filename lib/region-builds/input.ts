/** Prefix in the deployment's bucket of extracts that builds may read, beside public addresses. */
export const sourcesFolder = 'sources'

/** One build. Files are `https://` addresses, or `s3://` ones under `sourcesFolder` of the deployment's bucket. */
export interface RegionBuildInput {
  name: string
  osm: readonly string[]
  dem: readonly string[]
  landcover: readonly string[]
  vcpus: number
  memoryMebibytes: number
}

/** Input of an execution of the state machine, which builds all at once. */
export interface RegionBuildsInput {
  builds: readonly RegionBuildInput[]
}

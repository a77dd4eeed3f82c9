import { type Dataset, type VerifiedFiles, verifyFiles, watchBuild } from '#ground/dataset'
import { logger } from '#platform/api'
import { ApiError, MissingDataError, unavailable } from '#platform/errors'
import { openStorage, type Storage } from '#platform/storage'
import { servedRegions } from './served-regions.ts'

export interface RegionOptions<T> {
  /** Files that the resource reads, where the build has them: their names, or a test of a name. */
  files: readonly string[] | ((name: string) => boolean)
  /** Opens the resource on a build. Throws a `MissingDataError` when the build was made without its data. */
  open: (dataset: Dataset, storage: Storage) => Promise<T>
  /** Throws when the opened resource has changed since, where `files` does not cover it. */
  assertIntact?: (value: T) => void
  /** Builds of one region that a process opens; then it keeps serving the last one (3). */
  maxBuilds?: number
}

/** A resource of a region: of the named one, which may be left out where the process serves one alone. */
export type RegionResource<T> = (region?: string) => Promise<T>

/**
 * Opens a resource of a region (one of `$REGION`, default `demo`) on its published build, and gives that to
 * every call. Each region has a watch of its own, so a fault or a switch of one leaves the others alone. From a bucket, a newly published build replaces it within 30 s. From a directory, a process
 * keeps the build it opened first: there the supervisor replaces whole processes, which also frees the
 * memory of old builds. A failed first opening is retried by the next call; a later build that cannot be
 * opened is one line in the log. A build without the resource's data counts as opened, and each call
 * throws the `MissingDataError`.
 *
 * Files in a directory are compared with the manifest before they are opened, and their fingerprints on
 * each call: from the first change on this process answers 503, until the supervisor replaces it. Data
 * from a bucket is verified as it is read.
 *
 * @example
 * export const regionElevation = watchRegion({ files: ['terrain.tif'], open: openElevationOn })
 * const elevation = await regionElevation()
 */
export function watchRegion<T>(options: RegionOptions<T>): RegionResource<T> {
  const regions = servedRegions()
  const watches = new Map(regions.map((name) => [name, watchOne(name, options)]))
  const only = regions.length === 1 ? watches.get(regions[0]!) : undefined
  return async (region) => {
    const watch = region === undefined ? only : watches.get(region)
    if (watch) return await watch()
    throw new TypeError(`${region ?? 'no region'} is asked for, and ${regions.join()} are served`)
  }
}

function watchOne<T>(
  name: string,
  { files, open, assertIntact, ...options }: RegionOptions<T>,
): () => Promise<T> {
  const watch = watchBuild<Opened<T>>({
    ...options,
    storage: () => openStorage(),
    name,
    pollMs: process.env.CAIRN_BUCKET ? 30_000 : Number.POSITIVE_INFINITY,
    onRefused: (build, reason) => {
      const error = (reason instanceof ApiError ? reason.cause : reason) as Error
      logger.warn('a published build is not served; the earlier one is', { build, error })
    },
    open: async (dataset, storage) => {
      const verified = await verifyFiles(storage, dataset.manifest, files).catch((error) => {
        throw error instanceof ApiError ? error : unavailable(error)
      })
      const value = await open(dataset, storage).catch(missingData)
      // A file that was replaced while it was opened is not the verified one.
      verified.assertIntact()
      return { value, verified }
    },
    assertIntact: ({ value, verified }) => {
      verified.assertIntact()
      if (!(value instanceof MissingDataError)) assertIntact?.(value)
    },
  })
  return async () => {
    const { value } = await watch()
    if (value instanceof MissingDataError) throw value
    return value
  }
}

interface Opened<T> {
  value: T | MissingDataError
  verified: VerifiedFiles
}

function missingData(error: unknown): MissingDataError {
  if (error instanceof MissingDataError) return error
  throw error
}

import { type Dataset, type VerifiedFiles, verifyFiles, watchBuild } from '#ground/dataset'
import { logger } from '#platform/api'
import { ApiError, MissingDataError, unavailable } from '#platform/errors'
import { openStorage, type Storage } from '#platform/storage'
import { listServedRegions } from './served-regions.ts'

export interface RegionOptions<T> {
  /** Files that the resource reads, if the build contains them: their names, or a test of a name. */
  files: readonly string[] | ((name: string) => boolean)
  /** Opens the resource on a build. Throws a `MissingDataError` when the build lacks its data. */
  open: (dataset: Dataset, storage: Storage) => Promise<T>
  /** Throws when the opened resource has since changed, if `files` does not cover it. */
  assertIntact?: (value: T) => void
  /** Maximum builds of one region that a process opens; after that it keeps serving the last one (3). */
  maxBuilds?: number
}

/** Returns a resource of the named region. The name may be omitted when the process serves only one. */
export type RegionResource<T> = (region?: string) => Promise<T>

/**
 * Makes a function that opens a resource of a region (one of `$REGION`, default `demo`) on its published build and
 * returns it to every call. Each region has a watch of its own, so a fault or a switch of one does not affect the
 * others. From a bucket, a newly published build replaces the old one within 30 s. From a directory, a process keeps
 * the build that it opened first: there the supervisor replaces whole processes, which also frees the memory of old
 * builds. A failed first opening is retried by the next call. A later build that cannot be opened is one line in the
 * log. A build without the resource's data counts as opened, and each call throws the `MissingDataError`.
 *
 * Files in a directory are compared with the manifest before they are opened, and their fingerprints on each call:
 * from the first change on this process answers 503, until the supervisor replaces it. Data from a bucket is verified
 * as it is read.
 *
 * @example
 * export const regionElevation = watchRegion({ files: ['terrain.tif'], open: openElevationOn })
 * const elevation = await regionElevation()
 */
export function watchRegion<T>(options: RegionOptions<T>): RegionResource<T> {
  const regions = listServedRegions()
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
      const value = await open(dataset, storage).catch(toMissingData)
      // A file replaced while it was being opened is not the verified one.
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

function toMissingData(error: unknown): MissingDataError {
  if (error instanceof MissingDataError) return error
  throw error
}

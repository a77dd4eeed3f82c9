import { logger } from '../lib/api/index.ts'
import { type Dataset, type VerifiedFiles, verifyFiles, watchBuild } from '../lib/dataset/index.ts'
import { ApiError, unavailable } from '../lib/errors/index.ts'
import { openStorage, type Storage } from '../lib/storage/index.ts'

export interface FollowRegionOptions<T> {
  /** Files that it reads, where the build has them. */
  files: readonly string[]
  /** Opens what the function works with on a build. */
  open: (dataset: Dataset, storage: Storage) => Promise<T>
  /** Throws when what was opened has changed since, where `files` does not say it. */
  assertIntact?: (value: T) => void
  /** Builds that one process opens; then the last one serves on (3). */
  most?: number
}

/**
 * Follows what is published of the region (`$REGION`, default `demo`). From a bucket every call serves
 * what is published by then; from a directory a process keeps the build it opened first, since there
 * the supervisor replaces whole processes, which also gives old builds' memory back. A failed first
 * opening is tried again on the next call; a later build that cannot be opened is one line in the log.
 *
 * Files in a directory are compared with the manifest before they are opened, and looked at on each call:
 * from the first change on this process answers 503, until the supervisor replaces it. What comes from a
 * bucket is verified as it is read.
 */
export function watchRegion<T>({
  files,
  open,
  assertIntact,
  ...options
}: FollowRegionOptions<T>): () => Promise<T> {
  const follow = watchBuild<Opened<T>>({
    ...options,
    storage: () => openStorage(),
    name: process.env.REGION || 'demo',
    everyMs: process.env.CAIRN_BUCKET ? 30_000 : Number.POSITIVE_INFINITY,
    onRefused: (build, reason) => {
      const error = (reason instanceof ApiError ? reason.cause : reason) as Error
      logger.warn('a published build is not served; the earlier one is', { build, error })
    },
    open: async (dataset, storage) => {
      const verified = await verifyFiles(storage, dataset.manifest, files).catch((error) => {
        throw error instanceof ApiError ? error : unavailable(error)
      })
      const value = await open(dataset, storage)
      // What was opened is what was verified.
      verified.assertIntact()
      return { value, verified }
    },
    assertIntact: ({ value, verified }) => {
      verified.assertIntact()
      assertIntact?.(value)
    },
  })
  return async () => (await follow()).value
}

interface Opened<T> {
  value: T
  verified: VerifiedFiles
}

import { logger } from '../lib/api/index.ts'
import { type Dataset, followBuild } from '../lib/dataset/index.ts'
import { ApiError } from '../lib/errors/index.ts'
import { openStorage, type Storage } from '../lib/storage/index.ts'

export interface FollowRegionOptions<T> {
  /** Opens what the function works with on a build. */
  open: (dataset: Dataset, storage: Storage) => Promise<T>
  /** Builds that one process opens; then the last one serves on (3). */
  most?: number
}

/**
 * Follows what is published of the region (`$REGION`, default `demo`). From a bucket every call serves
 * what is published by then; from a directory a process keeps the build it opened first, since there
 * the supervisor replaces whole processes, which also gives old builds' memory back. A failed first
 * opening is tried again on the next call; a later build that cannot be opened is one line in the log.
 */
export function followRegion<T>(options: FollowRegionOptions<T>): () => Promise<T> {
  return followBuild<T>({
    ...options,
    storage: () => openStorage(),
    name: process.env.REGION || 'demo',
    everyMs: process.env.CAIRN_BUCKET ? 30_000 : Number.POSITIVE_INFINITY,
    onRefused: (build, reason) => {
      const error = (reason instanceof ApiError ? reason.cause : reason) as Error
      logger.warn('a published build is not served; the earlier one is', { build, error })
    },
  })
}

import {
  computeEngineDisk,
  computeMaxRoutingBytes,
  copyBuild,
  listBuilds,
  type Manifest,
  type Pointer,
  publish,
  readManifest,
  readPointer,
} from '#ground/dataset'
import { nameChecksums } from '#ground/raster'
import { ApiError } from '#platform/errors'
import { cairnCommand } from '#platform/home'
import { formatSize, type Progress } from '#platform/progress'
import type { Storage } from '#platform/storage'
import { RegionError } from './errors.ts'
import { describeStorageError } from './storage-errors.ts'

export interface BucketPublication {
  name: string
  /** The build to publish; default: the build that is published on this machine. */
  build?: string | undefined
  bucket: string
  from: Storage
  /** Store of the bucket. */
  to: Storage
  /** Ephemeral disk of the functions that contain the engine, MiB. */
  diskMebibytes: number
  progress?: Progress
  signal?: AbortSignal
}

/**
 * Returns the name of the bucket in `s3://NAME` or `s3://NAME/`.
 *
 * @throws RegionError for anything else.
 */
export function parseBucket(target: string): string {
  const [, bucket] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(target) ?? []
  if (!bucket)
    throw new RegionError(
      `"${target}" is not a bucket: name it as --to s3://BUCKET, without a folder`,
    )
  return bucket
}

/**
 * Throws if a build is too large for the disk of the functions, which holds two builds while they switch.
 *
 * @throws RegionError that says both sizes and what to do.
 */
export function assertFitsDisk({ name, build, files }: Manifest, diskMebibytes: number): void {
  const size = files.find((file) => file.name === 'routing.tar')?.size ?? 0
  if (size <= computeMaxRoutingBytes(diskMebibytes)) return
  const needed = computeEngineDisk(size)
  const advice =
    needed <= maxDiskMebibytes
      ? `deploy with a disk of ${needed} MiB and publish with --engine-disk ${needed}, or build it with --roads tiles`
      : `the largest disk functions can have is ${maxDiskMebibytes} MiB: build it with --roads tiles`
  throw new RegionError(
    `routing.tar of build ${build} of region ${name} has ${formatSize(size)}, and functions with ` +
      `${diskMebibytes} MiB of disk take at most ${formatSize(computeMaxRoutingBytes(diskMebibytes))}, since they keep ` +
      `two builds while they switch; ${advice}.`,
  )
}

/**
 * Throws if a build of an earlier version lacks raster checksums: functions read rasters by byte range and verify each
 * read with them.
 *
 * @throws RegionError that says what to do.
 */
export function assertHasChecksums({ name, build, files }: Manifest): void {
  const has = (file: string): boolean => files.some(({ name }) => name === file)
  const raster = ['terrain.tif', 'features.tif'].find(
    (file) => has(file) && !has(nameChecksums(file)),
  )
  if (raster)
    throw new RegionError(
      `Build ${build} of region ${name} was made by an earlier version and has no checksums of ${raster}, ` +
        'which functions need to read it from a bucket: build the region again.',
    )
}

/** Limits of the platform on a function's disk, MiB. */
export const minDiskMebibytes = 512
export const maxDiskMebibytes = 10_240

/**
 * Copies a build from this machine into a bucket and publishes it there as the last step. A copy that fails or is
 * stopped does not change the published build, and the next attempt resumes it.
 *
 * @throws RegionError if there is nothing to publish or it does not fit; DatasetError if the build is damaged;
 *   RegionError, with advice, if the bucket cannot be used; the reason of `signal`.
 */
export async function publishToBucket(request: BucketPublication): Promise<Pointer> {
  const { name, from, to, signal, progress = () => {} } = request
  const build = request.build ?? (await readPointer(from, name))?.build
  if (!build)
    throw new RegionError(
      `Region ${name} has no published build on this machine; build it with: ${cairnCommand} region build ${name} --osm FILE`,
    )
  const manifest = await readManifest(from, name, build)
  assertFitsDisk(manifest, request.diskMebibytes)
  assertHasChecksums(manifest)
  try {
    // Fails early if the bucket cannot be used.
    await listBuilds(to, name)
    const stage = 'Uploading'
    await copyBuild(from, to, name, build, {
      ...(signal && { signal }),
      onProgress: ({ doneBytes, totalBytes }) =>
        // Not yet 1: the manifest follows.
        progress({
          stage,
          fraction: Math.min(0.999, doneBytes / totalBytes),
          transferred: { doneBytes, totalBytes },
        }),
    })
    progress({ stage, fraction: 1 })
    signal?.throwIfAborted()
    return await publish(to, name, build)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (!(error instanceof ApiError)) throw error
    throw new RegionError(describeStorageError(error, request.bucket), { cause: error })
  }
}

import { ApiError, unavailable } from '#platform/errors'
import type { Storage } from '#platform/storage'
import { assertComplete, readPointer } from './catalog.ts'
import { DatasetError } from './errors.ts'
import { type Manifest, type ManifestFile, readManifest } from './manifest.ts'
import { buildPrefix } from './names.ts'

/** The published build of a region, pinned: its files never change. */
export interface Dataset {
  name: string
  build: string
  manifest: Manifest
  /** Whether the build has this file. */
  has(file: string): boolean
  /** The manifest's entry of a file; undefined when the build has no such file. */
  entry(file: string): ManifestFile | undefined
  /** The storage key of a file of the build; `service_unavailable` when the build has no such file. */
  fileKey(file: string): string
}

/** Turns a `DatasetError` into `service_unavailable`; faults of the store are that already. */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ApiError ? error : unavailable(error)
  }
}

/** A build as the pointer names it. */
export interface PublishedBuild {
  build: string
  /** SHA-256 of its manifest; unknown where an earlier version published it. */
  manifestSha256?: string | undefined
}

/**
 * The published build, by one small read; undefined when nothing is published.
 *
 * @throws ApiError `service_unavailable` when the pointer is damaged.
 */
export async function publishedBuild(
  storage: Storage,
  name: string,
): Promise<PublishedBuild | undefined> {
  const pointer = await orUnavailable(() => readPointer(storage, name))
  if (!pointer) return undefined
  return { build: pointer.build, manifestSha256: pointer.manifests?.[pointer.build] }
}

/** The id of {@link publishedBuild}. */
export async function currentBuild(storage: Storage, name: string): Promise<string | undefined> {
  return (await publishedBuild(storage, name))?.build
}

/**
 * Opens one build of a region, for serving.
 *
 * @param manifestSha256 From the pointer; a manifest with another one is damaged.
 * @throws ApiError `service_unavailable`, with the reason as its cause, when there is no such
 * build or it is damaged.
 */
export async function openBuild(
  storage: Storage,
  name: string,
  build: string,
  manifestSha256?: string,
): Promise<Dataset> {
  const manifest = await orUnavailable(() => readManifest(storage, name, build, manifestSha256))
  const files = new Map(manifest.files.map((file) => [file.name, file]))
  return {
    name,
    build,
    manifest,
    has: (file) => files.has(file),
    entry: (file) => files.get(file),
    fileKey(file) {
      if (!files.has(file))
        throw unavailable(new DatasetError(`Build ${build} of region ${name} has no ${file}.`))
      return buildPrefix(name, build) + file
    },
  }
}

/**
 * Opens the published build of a region, for serving.
 *
 * @throws ApiError `service_unavailable`, with the reason as its cause, when there is nothing
 * published or the data set is damaged.
 */
export async function openDataset(storage: Storage, name: string): Promise<Dataset> {
  const published = await publishedBuild(storage, name)
  if (!published) throw unavailable(new DatasetError(`Nothing is published of region ${name}.`))
  return await openBuild(storage, name, published.build, published.manifestSha256)
}

/**
 * Opens the published build of a region and checks that every file exists in its full size.
 *
 * @throws ApiError `service_unavailable`, as {@link openDataset}.
 */
export async function openCompleteDataset(storage: Storage, name: string): Promise<Dataset> {
  const dataset = await openDataset(storage, name)
  await orUnavailable(() => assertComplete(storage, dataset.manifest))
  return dataset
}

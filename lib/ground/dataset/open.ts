import { ApiError, unavailable } from '#platform/errors'
import type { Storage } from '#platform/storage'
import { assertComplete, readPointer } from './catalog.ts'
import { DatasetError } from './errors.ts'
import { type Manifest, type ManifestFile, readManifest } from './manifest.ts'
import { buildPrefix } from './names.ts'

/** The published build of a region. It is pinned: its files never change. */
export interface Dataset {
  name: string
  build: string
  manifest: Manifest
  /** Returns whether the build has this file. */
  has(file: string): boolean
  /** Returns the manifest's entry of a file; undefined when the build does not contain it. */
  entry(file: string): ManifestFile | undefined
  /**
   * Returns the storage key of a file of the build. Throws `service_unavailable` when the build does not contain it.
   */
  fileKey(file: string): string
}

/** Converts a `DatasetError` to `service_unavailable`. Faults of the store already are. */
export async function convertFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ApiError ? error : unavailable(error)
  }
}

/** A build as identified by the pointer. */
export interface PublishedBuild {
  build: string
  /** SHA-256 of its manifest; unknown if an earlier version published it. */
  manifestSha256?: string | undefined
}

/**
 * Reads the id of the published build, in one small read; undefined when nothing is published.
 *
 * @throws ApiError `service_unavailable` when the pointer is damaged.
 */
export async function readPublishedBuild(
  storage: Storage,
  name: string,
): Promise<PublishedBuild | undefined> {
  const pointer = await convertFaults(() => readPointer(storage, name))
  if (!pointer) return undefined
  return { build: pointer.build, manifestSha256: pointer.manifests?.[pointer.build] }
}

/** Returns the id of {@link readPublishedBuild}. */
export async function readCurrentBuild(
  storage: Storage,
  name: string,
): Promise<string | undefined> {
  return (await readPublishedBuild(storage, name))?.build
}

/**
 * Opens one build of a region, for serving.
 *
 * @param manifestSha256 From the pointer; a manifest with another SHA-256 is damaged.
 * @throws ApiError `service_unavailable`, with the reason as its cause, when the build does not exist or is damaged.
 */
export async function openBuild(
  storage: Storage,
  name: string,
  build: string,
  manifestSha256?: string,
): Promise<Dataset> {
  const manifest = await convertFaults(() => readManifest(storage, name, build, manifestSha256))
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
 * @throws ApiError `service_unavailable`, with the reason as its cause, when nothing is published or the data set is
 * damaged.
 */
export async function openDataset(storage: Storage, name: string): Promise<Dataset> {
  const published = await readPublishedBuild(storage, name)
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
  await convertFaults(() => assertComplete(storage, dataset.manifest))
  return dataset
}

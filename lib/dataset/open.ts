import { ApiError, unavailable } from '../errors/index.ts'
import type { Storage } from '../storage/index.ts'
import { assertWhole, readPointer } from './catalog.ts'
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
  /** What the manifest says of a file of the build; undefined when it has no such file. */
  entry(file: string): ManifestFile | undefined
  /** The storage key of a file of the build; `service_unavailable` when the build has no such file. */
  fileKey(file: string): string
}

/** Faults of the store are `unavailable` already; a damaged data set becomes so here. */
export async function serving<T>(work: () => Promise<T>): Promise<T> {
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
 * What is published: one small read, for noticing a new build. Undefined when nothing is.
 *
 * @throws ApiError `service_unavailable` when the pointer is damaged.
 */
export async function publishedBuild(
  storage: Storage,
  name: string,
): Promise<PublishedBuild | undefined> {
  const pointer = await serving(() => readPointer(storage, name))
  if (!pointer) return undefined
  return { build: pointer.build, manifestSha256: pointer.manifests?.[pointer.build] }
}

/** The id of the published build, as {@link publishedBuild}. */
export async function currentBuild(storage: Storage, name: string): Promise<string | undefined> {
  return (await publishedBuild(storage, name))?.build
}

/**
 * Opens one build of a region, for serving.
 *
 * @param manifestSha256 As the pointer has it; a manifest with another one is damaged.
 * @throws ApiError `service_unavailable`, with the true reason as its cause, when there is no such
 * build or it is damaged.
 */
export async function openBuild(
  storage: Storage,
  name: string,
  build: string,
  manifestSha256?: string,
): Promise<Dataset> {
  const manifest = await serving(() => readManifest(storage, name, build, manifestSha256))
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
 * Opens what is published of a region, for serving.
 *
 * @throws ApiError `service_unavailable`, with the true reason as its cause, when there is nothing
 * published or the data set is damaged.
 */
export async function openDataset(storage: Storage, name: string): Promise<Dataset> {
  const published = await publishedBuild(storage, name)
  if (!published) throw unavailable(new DatasetError(`Nothing is published of region ${name}.`))
  return await openBuild(storage, name, published.build, published.manifestSha256)
}

/**
 * Opens what is published of a region after making sure that every file is there in its full size.
 *
 * @throws ApiError `service_unavailable`, as {@link openDataset}.
 */
export async function openWholeDataset(storage: Storage, name: string): Promise<Dataset> {
  const dataset = await openDataset(storage, name)
  await serving(() => assertWhole(storage, dataset.manifest))
  return dataset
}

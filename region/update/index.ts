import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type Manifest, readManifest, readPointer } from '#ground/dataset'
import { ApiError } from '#platform/errors'
import type { Storage } from '#platform/storage'
import cairn from '../../package.json' with { type: 'json' }
import { buildRegion } from '../build.ts'
import { engineVersion } from '../engine/index.ts'
import { RegionError } from '../errors.ts'
import { type RegionInputs, storeInputs } from '../inputs.ts'
import { publishToBucket } from '../publish.ts'
import { describeStorageError } from '../storage-errors.ts'
import { fetchNewestInputs, type InputsRequest } from './newest-inputs.ts'

export interface RegionUpdate extends InputsRequest {
  /** Storage of this machine's data sets. */
  storage: Storage
  /** Bucket where the build is also published. */
  bucket?: {
    name: string
    storage: Storage
    /** Ephemeral disk of the functions that contain the engine, MiB. */
    diskMebibytes: number
  }
}

export interface UpdatedRegion {
  name: string
  /** Build that is served now. */
  build: string
  /** Whether this update built it. */
  isBuilt: boolean
  /** Whether this update published it anywhere. */
  isPublished: boolean
}

/**
 * Brings a region up to date: fetches newer sources, builds from them and publishes the build on this machine and, if
 * one is given, in a bucket. A build that this version of Cairn has already published from equal sources is left as it
 * is.
 *
 * Publishing comes last in each place: a failure leaves the published build in place, and the next update continues.
 *
 * @throws RegionError if the sources are not known or cannot be fetched, and as `buildRegion` and `publishToBucket`;
 *   the reason of `signal`.
 */
export async function updateRegion(request: RegionUpdate): Promise<UpdatedRegion> {
  const { name, home, storage, bucket, progress, signal } = request
  const running = { ...(progress && { progress }), ...(signal && { signal }) }
  const here = await readPublishedManifest(storage, name)
  const there =
    bucket && (await inBucket(bucket.name, () => readPublishedManifest(bucket.storage, name)))
  const inputs = await fetchNewestInputs(request, here ?? there)
  progress?.({ stage: 'Comparing the sources', fraction: 0 })
  const sources = await hashSources(inputs, signal)
  progress?.({ stage: 'Comparing the sources', fraction: 1 })
  if (there && isBuiltFrom(there, sources)) return reportUpToDate(there)
  const isBuilt = !here || !isBuiltFrom(here, sources)
  if (!isBuilt && !bucket) return reportUpToDate(here)
  const { build } = isBuilt
    ? await buildRegion({ name, home, storage, ...inputs, ...running })
    : here
  if (isBuilt) await storeInputs(home, name, inputs)
  if (bucket) {
    const { name: to, storage: store, diskMebibytes } = bucket
    await publishToBucket({
      name,
      build,
      bucket: to,
      from: storage,
      to: store,
      diskMebibytes,
      ...running,
    })
  }
  return { name, build, isBuilt, isPublished: true }
}

function reportUpToDate({ name, build }: Manifest): UpdatedRegion {
  return { name, build, isBuilt: false, isPublished: false }
}

async function readPublishedManifest(
  storage: Storage,
  name: string,
): Promise<Manifest | undefined> {
  const pointer = await readPointer(storage, name)
  return pointer && (await readManifest(storage, name, pointer.build))
}

async function inBucket<T>(bucket: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new RegionError(describeStorageError(error, bucket), { cause: error })
  }
}

/** Returns kind and SHA-256 of each file, in the order of a manifest. */
async function hashSources(inputs: RegionInputs, signal?: AbortSignal): Promise<string[]> {
  const sources: string[] = []
  for (const kind of ['osm', 'dem', 'landcover'] as const) {
    for (const path of inputs[kind]) {
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(path, { signal })) hash.update(chunk)
      sources.push(`${kind} ${hash.digest('hex')}`)
    }
  }
  return sources
}

/** Whether a build has these sources and would be made the same way today. */
function isBuiltFrom({ sources, versions }: Manifest, wanted: readonly string[]): boolean {
  const isOfToday = versions.cairn === cairn.version && versions.engine === engineVersion
  const built = sources.map(({ kind, sha256 }) => `${kind} ${sha256}`)
  return isOfToday && built.join() === wanted.join()
}

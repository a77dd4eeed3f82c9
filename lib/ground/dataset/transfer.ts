import {
  type ByteRange,
  ContentMismatch,
  ObjectChanged,
  ObjectNotFound,
  type Storage,
  type UploadSource,
} from '#platform/storage'
import { DatasetError } from './errors.ts'
import { type Manifest, type ManifestFile, readManifest } from './manifest.ts'
import { buildPrefix, manifestKey } from './names.ts'

/** Progress of a copy, over all files of the build. */
export interface CopyProgress {
  doneBytes: number
  totalBytes: number
  /** File that is being copied. */
  file: string
}

export interface CopyOptions {
  onProgress?(progress: CopyProgress): void
  /** Aborts the copy; the next attempt resumes it. */
  signal?: AbortSignal
}

/** Reads one version of an object. */
function makePinnedSource(storage: Storage, key: string, size: number, etag: string): UploadSource {
  return {
    size,
    read: async (range: ByteRange) => (await storage.get(key, { range, etag })).bytes,
  }
}

/** Returns whether the target contains the file, by its SHA-256. */
async function isCopied(to: Storage, key: string, file: ManifestFile): Promise<boolean> {
  const info = await to.head(key)
  return info?.size === file.size && info.sha256 === file.sha256
}

/**
 * Copies a finished build to another store without publishing it. The manifest comes last, since the build exists
 * only with it. An interrupted copy is resumed, and files that the target contains are not sent again. Data is
 * compared with the manifest's SHA-256 before a file is put.
 *
 * @throws DatasetError when the build does not exist or is damaged.
 * @throws ApiError `service_unavailable`, with its cause, when a store cannot be used.
 */
export async function copyBuild(
  from: Storage,
  to: Storage,
  name: string,
  build: string,
  { onProgress = () => {}, signal }: CopyOptions = {},
): Promise<Manifest> {
  const manifest = await readManifest(from, name, build)
  const totalBytes = manifest.files.reduce((sum, { size }) => sum + size, 0)
  let finishedBytes = 0
  for (const file of manifest.files) {
    signal?.throwIfAborted()
    const report = (bytes: number): void =>
      onProgress({ doneBytes: finishedBytes + bytes, totalBytes, file: file.name })
    report(0)
    const key = buildPrefix(name, build) + file.name
    if (!(await isCopied(to, key, file))) await copyFile(from, to, key, file, report, signal)
    finishedBytes += file.size
    report(0)
  }
  signal?.throwIfAborted()
  const key = manifestKey(name, build)
  await to.put(key, (await from.get(key)).bytes)
  return manifest
}

async function copyFile(
  from: Storage,
  to: Storage,
  key: string,
  file: ManifestFile,
  onProgress: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const damaged = (what: string, cause?: unknown): DatasetError =>
    new DatasetError(`${key} ${what}: build the region again, or publish another build.`, { cause })
  const info = await from.head(key)
  if (!info) throw damaged('is missing')
  if (info.size !== file.size) throw damaged(`has ${info.size} bytes instead of ${file.size}`)
  const source = makePinnedSource(from, key, info.size, info.etag)
  try {
    await to.upload(key, source, { sha256: file.sha256, onProgress, ...(signal && { signal }) })
  } catch (error) {
    if (error instanceof ContentMismatch)
      throw damaged('is not what its manifest says (another SHA-256)', error)
    if (error instanceof ObjectChanged || error instanceof ObjectNotFound)
      throw damaged('changed while it was read', error)
    throw error
  }
}

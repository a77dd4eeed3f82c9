import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SingleFlight } from '#platform/concurrency'
import { ApiError, unavailable } from '#platform/errors'
import type { Storage } from '#platform/storage'
import { makeRoom, sweepIncoming, withIncoming } from './copies-folder.ts'
import { download } from './download.ts'
import { DatasetError } from './errors.ts'
import { type Fingerprint, readFingerprint } from './fingerprint.ts'
import type { ManifestFile } from './manifest.ts'
import { convertFaults, type Dataset } from './open.ts'
import { compareFile, VerifiedFile } from './verified-file.ts'
import { verifyFile } from './verified-files.ts'

export interface LocalCopyOptions {
  /** Folder of the copies, kept for the life of the machine; created when missing. */
  folder: string
  /** Ends this caller's wait. The download is aborted when all its callers have stopped waiting. */
  signal?: AbortSignal
}

const downloads = new SingleFlight<VerifiedFile>()
/** Copies that this process uses and may have mapped, with their fingerprints. */
const inUse = new Map<string, Fingerprint>()

/**
 * Provides a file of a build as a plain file on this machine, compared with the manifest's SHA-256. If the store is a
 * directory, this is the file itself. Otherwise it is a copy named by its SHA-256, which later calls and processes of
 * this machine find. A copy that has changed is downloaded again. Parallel calls share one download.
 *
 * @throws ApiError `service_unavailable`, with the reason as its cause, when the file is missing, damaged or replaced
 * meanwhile, or the disk is too small. Nothing is kept then, and the next call tries again.
 */
export async function provideLocalCopy(
  storage: Storage,
  dataset: Dataset,
  file: string,
  { folder, signal }: LocalCopyOptions,
): Promise<VerifiedFile> {
  const key = dataset.fileKey(file)
  if (storage.localPath) {
    return await convertFaults(() => verifyFile(storage, dataset.manifest, file))
  }
  const entry = dataset.entry(file)!
  const path = join(folder, entry.sha256)
  const fetch = (signal: AbortSignal) =>
    convertFaults(() => fetchCopy(storage, key, entry, folder, signal))
  return await downloads.run(path, entry.sha256, fetch, signal)
}

async function fetchCopy(
  storage: Storage,
  key: string,
  entry: ManifestFile,
  folder: string,
  signal: AbortSignal,
): Promise<VerifiedFile> {
  const path = join(folder, entry.sha256)
  await mkdir(folder, { recursive: true })
  await sweepIncoming(folder)
  const existing = await findExistingCopy(path, entry)
  if (existing) return use(existing)
  // The copy is removed first to make room. A process that has mapped the damaged copy keeps its bytes.
  await rm(path, { force: true })
  const room = await makeRoom(folder, entry.size, inUse)
  if (room < entry.size)
    throw new DatasetError(
      `${key} has ${entry.size} bytes and the disk under ${folder} room for ${room}: give the function more.`,
    )
  await withIncoming(folder, async (incoming) => {
    await download(storage, key, entry, incoming, signal)
    await rename(incoming, path)
  }).catch((error) => {
    throw convertDiskFault(error, key)
  })
  const fingerprint = readFingerprint(path)
  if (fingerprint === undefined) throw new DatasetError(`${path} vanished after its download.`)
  return use(new VerifiedFile(path, fingerprint))
}

/** Returns an undamaged copy. Reads a copy of an earlier process to verify it. */
async function findExistingCopy(
  path: string,
  entry: ManifestFile,
): Promise<VerifiedFile | undefined> {
  const fingerprint = readFingerprint(path)
  if (fingerprint === undefined) return undefined
  if (inUse.get(path) === fingerprint) return new VerifiedFile(path, fingerprint)
  const result = await compareFile(path, entry)
  return typeof result === 'string' ? undefined : result
}

function use(file: VerifiedFile): VerifiedFile {
  inUse.set(file.path, file.fingerprint)
  return file
}

function convertDiskFault(error: unknown, key: string): unknown {
  if (error instanceof ApiError || (error as NodeJS.ErrnoException).code !== 'ENOSPC') return error
  return unavailable(new DatasetError(`The disk is too small for ${key}.`, { cause: error }))
}

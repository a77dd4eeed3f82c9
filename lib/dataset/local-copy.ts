import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError, unavailable } from '../errors/index.ts'
import type { Storage } from '../storage/index.ts'
import { download } from './download.ts'
import { DatasetError } from './errors.ts'
import { type Fingerprint, fingerprintOf } from './fingerprint.ts'
import { compareFile, IntactFile } from './intact-file.ts'
import type { ManifestFile } from './manifest.ts'
import { type Dataset, serving } from './open.ts'
import { makeRoom, sweepIncoming, withIncoming } from './scratch.ts'
import { verifyFile } from './verified-files.ts'

export interface LocalCopyOptions {
  /** Where copies are kept, for the life of the machine; made when it is not there. */
  folder: string
  /** Ends this caller's wait; the download itself ends with the last who waits for it. */
  signal?: AbortSignal
}

/** A download under way, with those who wait for it. */
interface Flight {
  file: Promise<IntactFile>
  waiting: number
  abort: AbortController
}

const flights = new Map<string, Flight>()
/** Copies that this process was given and may have mapped, as they looked then. */
const handedOut = new Map<string, Fingerprint>()

/**
 * A file of a build as a plain file on this machine, compared with the manifest's SHA-256. Where the
 * store is a directory that is the file itself; else a copy that is named by its SHA-256, so that the
 * next call, and a process that is started anew on this machine, finds it. A copy that has changed is
 * fetched again. Calls at the same time share one download.
 *
 * @throws ApiError `service_unavailable`, with the true reason as its cause, when the file is missing,
 * damaged or replaced meanwhile, or the disk is too small: nothing is kept, and the next call tries anew.
 */
export async function localCopy(
  storage: Storage,
  dataset: Dataset,
  file: string,
  { folder, signal }: LocalCopyOptions,
): Promise<IntactFile> {
  const key = dataset.fileKey(file)
  if (storage.localPath) return await serving(() => verifyFile(storage, dataset.manifest, file))
  signal?.throwIfAborted()
  const entry = dataset.manifest.files.find(({ name }) => name === file)!
  const path = join(folder, entry.sha256)
  let flight = flights.get(path)
  if (!flight) {
    const abort = new AbortController()
    const started = serving(() => fetchCopy(storage, key, entry, folder, abort.signal))
    flight = { file: started, waiting: 0, abort }
    flights.set(path, flight)
    const landed = (): void => {
      if (flights.get(path)?.file === started) flights.delete(path)
    }
    started.then(landed, landed)
  }
  return await board(path, flight, signal)
}

/** Waits for a flight; when the last one leaves it, it is called off and nobody joins it any more. */
async function board(
  path: string,
  flight: Flight,
  signal: AbortSignal | undefined,
): Promise<IntactFile> {
  flight.waiting++
  let leave = (): void => {}
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal?.reason)
    signal?.addEventListener('abort', leave, { once: true })
  })
  try {
    return await Promise.race([flight.file, left])
  } finally {
    signal?.removeEventListener('abort', leave)
    if (--flight.waiting === 0) {
      if (flights.get(path) === flight) flights.delete(path)
      flight.abort.abort(new Error(`nobody waits for ${path} any more`))
    }
  }
}

async function fetchCopy(
  storage: Storage,
  key: string,
  entry: ManifestFile,
  folder: string,
  signal: AbortSignal,
): Promise<IntactFile> {
  const path = join(folder, entry.sha256)
  await mkdir(folder, { recursive: true })
  await sweepIncoming(folder)
  const there = await existingCopy(path, entry)
  if (there) return handOut(there)
  // Removed first to make room for the new copy; a process that has mapped it keeps its bytes.
  await rm(path, { force: true })
  const room = await makeRoom(folder, entry.size, handedOut)
  if (room < entry.size)
    throw new DatasetError(
      `${key} has ${entry.size} bytes and the disk under ${folder} room for ${room}: give the function more.`,
    )
  await withIncoming(folder, async (incoming) => {
    await download(storage, key, entry, incoming, signal)
    await rename(incoming, path)
  }).catch((error) => {
    throw diskFault(error, key)
  })
  const fingerprint = fingerprintOf(path)
  if (fingerprint === undefined) throw new DatasetError(`${path} vanished after it was fetched.`)
  return handOut(new IntactFile(path, fingerprint))
}

/** A whole copy from before; one that an earlier process has left is read to be sure. */
async function existingCopy(path: string, entry: ManifestFile): Promise<IntactFile | undefined> {
  const fingerprint = fingerprintOf(path)
  if (fingerprint === undefined) return undefined
  if (handedOut.get(path) === fingerprint) return new IntactFile(path, fingerprint)
  const compared = await compareFile(path, entry)
  return typeof compared === 'string' ? undefined : compared
}

function handOut(file: IntactFile): IntactFile {
  handedOut.set(file.path, file.fingerprint)
  return file
}

function diskFault(error: unknown, key: string): unknown {
  if (error instanceof ApiError || (error as NodeJS.ErrnoException).code !== 'ENOSPC') return error
  return unavailable(new DatasetError(`The disk is too small for ${key}.`, { cause: error }))
}

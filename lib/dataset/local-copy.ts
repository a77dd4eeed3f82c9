import { mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError, unavailable } from '../errors/index.ts'
import type { Storage } from '../storage/index.ts'
import { download } from './download.ts'
import { DatasetError } from './errors.ts'
import type { ManifestFile } from './manifest.ts'
import { type Dataset, serving } from './open.ts'
import { makeRoom, sweepIncoming, withIncoming } from './scratch.ts'

export interface LocalCopyOptions {
  /** Where copies are kept, for the life of the machine; made when it is not there. */
  folder: string
  /** Ends this caller's wait; the download itself ends with the last who waits for it. */
  signal?: AbortSignal
}

/** A download under way, with those who wait for it. */
interface Flight {
  path: Promise<string>
  waiting: number
  abort: AbortController
}

const flights = new Map<string, Flight>()
/** Copies that this process was given and may have mapped. */
const handedOut = new Set<string>()

/**
 * A file of a build as a plain file on this machine. Where the store is a directory that is the file
 * itself; else a copy that has been compared with the manifest's SHA-256, by which it is named, so that
 * the next call, and a process that is started anew on this machine, finds it. Calls at the same time
 * share one download.
 *
 * @throws ApiError `service_unavailable`, with the true reason as its cause, when the file is missing,
 * damaged or replaced meanwhile, or the disk is too small: nothing is kept, and the next call tries anew.
 */
export async function localCopy(
  storage: Storage,
  dataset: Dataset,
  file: string,
  { folder, signal }: LocalCopyOptions,
): Promise<string> {
  const key = dataset.fileKey(file)
  if (storage.localPath) return storage.localPath(key)
  signal?.throwIfAborted()
  const entry = dataset.manifest.files.find(({ name }) => name === file)!
  const path = join(folder, entry.sha256)
  let flight = flights.get(path)
  if (!flight) {
    const abort = new AbortController()
    const started = serving(() => fetchCopy(storage, key, entry, folder, abort.signal))
    flight = { path: started, waiting: 0, abort }
    flights.set(path, flight)
    const landed = (): void => {
      if (flights.get(path)?.path === started) flights.delete(path)
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
): Promise<string> {
  flight.waiting++
  let leave = (): void => {}
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal?.reason)
    signal?.addEventListener('abort', leave, { once: true })
  })
  try {
    return await Promise.race([flight.path, left])
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
): Promise<string> {
  const path = join(folder, entry.sha256)
  await mkdir(folder, { recursive: true })
  await sweepIncoming(folder)
  if (!(await isWhole(path, entry))) {
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
  }
  handedOut.add(path)
  return path
}

/** Only what has been compared with its manifest ever gets this name, so the size says enough. */
async function isWhole(path: string, { size }: ManifestFile): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined)
  return facts?.isFile() === true && facts.size === size
}

function diskFault(error: unknown, key: string): unknown {
  if (error instanceof ApiError || (error as NodeJS.ErrnoException).code !== 'ENOSPC') return error
  return unavailable(new DatasetError(`The disk is too small for ${key}.`, { cause: error }))
}

import { randomUUID } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unavailable } from '#platform/errors'
import { isRunning } from '#platform/home'
import { incomingFolder } from '../keys.ts'
import { isAbsence, readErrorCode, runOnDisk } from './faults.ts'

type Chunks = Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function write(path: string, chunks: Chunks): Promise<void> {
  const file = await runOnDisk(async () => {
    await mkdir(dirname(path), { recursive: true })
    return await open(path, 'wx')
  })
  try {
    // Only a fault of the disk becomes `unavailable`; a fault of the body passes through.
    for await (const chunk of chunks) await runOnDisk(() => file.writeFile(chunk))
    await runOnDisk(() => file.sync())
  } finally {
    await file.close()
  }
}

const maxAttempts = 5

async function place(incoming: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await mkdir(dirname(path), { recursive: true })
      await rename(incoming, path)
      await syncFolder(dirname(path))
      return
    } catch (error) {
      // A concurrent delete may remove the empty folder between the two calls.
      if (readErrorCode(error) !== 'ENOENT' || attempt === maxAttempts) throw unavailable(error)
    }
  }
}

export async function listEntries(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch (error) {
    if (isAbsence(error)) return []
    throw unavailable(error)
  }
}

/** Writes bodies in a separate folder, before a rename makes them objects. */
export class Incoming {
  readonly #folder: string
  #swept: Promise<void> | undefined

  constructor(root: string) {
    this.#folder = join(root, incomingFolder)
  }

  /** Writes the chunks to `path`: all of them, or nothing when anything throws. */
  async receive(path: string, chunks: Chunks): Promise<void> {
    this.#swept ??= this.#sweep()
    await this.#swept
    const incoming = join(this.#folder, `${process.pid}-${randomUUID()}`)
    try {
      await write(incoming, chunks)
      await place(incoming, path)
    } catch (error) {
      await rm(incoming, { force: true }).catch(() => {})
      throw error
    }
  }

  /** Removes half-written objects of processes that have ended. */
  async #sweep(): Promise<void> {
    for (const { name } of await listEntries(this.#folder)) {
      const pid = Number(name.split('-')[0])
      if (!isRunning(pid)) await rm(join(this.#folder, name), { force: true }).catch(() => {})
    }
  }
}

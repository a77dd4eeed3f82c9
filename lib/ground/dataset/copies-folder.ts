import { randomUUID } from 'node:crypto'
import { readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { isRunning } from '#platform/home'

/**
 * Names in the folder of local copies. A complete copy is named by its SHA-256, a download by its process id and a
 * random id.
 */
const incomingPattern = /^incoming-(\d+)-([0-9a-f-]{36})$/
const copyPattern = /^[0-9a-f]{64}$/

/** Downloads of this process. An earlier process may have had the same process id. */
const inFlight = new Set<string>()

/** Assigns a path in the folder to a download, and removes the file after the work if it still exists. */
export async function withIncoming(
  folder: string,
  work: (path: string) => Promise<void>,
): Promise<void> {
  const id = randomUUID()
  const path = join(folder, `incoming-${process.pid}-${id}`)
  inFlight.add(id)
  try {
    await work(path)
  } finally {
    inFlight.delete(id)
    await remove(path).catch(() => {})
  }
}

/** Removes unfinished downloads of processes that have ended. */
export async function sweepIncoming(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid, id] = incomingPattern.exec(name) ?? []
    if (!pid || !id || inFlight.has(id)) continue
    if (Number(pid) === process.pid || !isRunning(Number(pid))) await remove(join(folder, name))
  }
}

/**
 * Makes room for `size` bytes, if necessary by removing copies that this process does not use. A process that has
 * mapped a removed copy keeps its bytes.
 *
 * @returns the free bytes.
 */
export async function makeRoom(
  folder: string,
  size: number,
  inUse: ReadonlyMap<string, unknown>,
): Promise<number> {
  const free = await readFreeBytes(folder)
  if (free >= size) return free
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (copyPattern.test(name) && !inUse.has(path)) await remove(path)
  }
  return await readFreeBytes(folder)
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function remove(path: string): Promise<void> {
  await rm(path, { force: true })
}

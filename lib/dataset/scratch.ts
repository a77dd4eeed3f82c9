import { randomUUID } from 'node:crypto'
import { readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The folder of local copies: a whole copy is named by its SHA-256, one that is on its way by the
 * process that writes it.
 */
const incomingPattern = /^incoming-(\d+)-([0-9a-f-]{36})$/
const copyPattern = /^[0-9a-f]{64}$/

/** Downloads of this very process: a process before it on this machine may have had the same id. */
const underWay = new Set<string>()

/** Lends a path in the folder to a download; what is still there when the work is over is removed. */
export async function withIncoming(
  folder: string,
  work: (path: string) => Promise<void>,
): Promise<void> {
  const id = randomUUID()
  const path = join(folder, `incoming-${process.pid}-${id}`)
  underWay.add(id)
  try {
    await work(path)
  } finally {
    underWay.delete(id)
    await remove(path).catch(() => {})
  }
}

/** Removes what downloads of processes that are gone have left. */
export async function sweepIncoming(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid, id] = incomingPattern.exec(name) ?? []
    if (!pid || !id || underWay.has(id)) continue
    if (Number(pid) === process.pid || !isAlive(Number(pid))) await remove(join(folder, name))
  }
}

/**
 * Makes sure there is room for `size` bytes, when need be by removing copies that this process does
 * not use; who else has mapped one keeps its bytes until it ends.
 *
 * @returns the bytes that are free.
 */
export async function makeRoom(
  folder: string,
  size: number,
  inUse: ReadonlyMap<string, unknown>,
): Promise<number> {
  const free = await freeBytes(folder)
  if (free >= size) return free
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (copyPattern.test(name) && !inUse.has(path)) await remove(path)
  }
  return await freeBytes(folder)
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function remove(path: string): Promise<void> {
  await rm(path, { force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

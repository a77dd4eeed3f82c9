import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '#platform/home'

/** Names of cache folders: the process id and a random id. */
const pattern = /^tiles-(\d+)-([0-9a-f-]{36})$/

/** Random ids of this process. An earlier process may have had the same process id. */
const own = new Set<string>()

/** Returns a path for a folder of this process. Removes the folders of processes that have ended. */
export function makeProcessFolder(parent: string): string {
  sweepFolders(parent)
  const id = randomUUID()
  own.add(id)
  return join(parent, `tiles-${process.pid}-${id}`)
}

function sweepFolders(parent: string): void {
  if (!existsSync(parent)) return
  for (const name of readdirSync(parent)) {
    const [, pid, id] = pattern.exec(name) ?? []
    if (!pid || own.has(id!)) continue
    if (Number(pid) === process.pid || !isRunning(Number(pid)))
      rmSync(join(parent, name), { recursive: true, force: true })
  }
}

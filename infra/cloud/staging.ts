import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let folder: string | undefined
const made = new Map<string, unknown>()

/**
 * Makes the files of an asset once in a process, in a folder of their own that goes with the process:
 * a synthesis copies them, several of them at once do not meet, and one that is done again need not
 * make them again.
 */
export function staged<T>(name: string, make: (directory: string) => T): T {
  if (!folder) {
    const own = mkdtempSync(join(tmpdir(), 'cairn-assets-'))
    folder = own
    process.once('exit', () => rmSync(own, { recursive: true, force: true }))
  }
  if (!made.has(name)) made.set(name, make(join(folder, name)))
  return made.get(name) as T
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let folder: string | undefined
const built = new Map<string, unknown>()

/**
 * Builds the files of an asset once per process, in a temporary folder that is removed at its exit. A
 * synthesis copies them; parallel syntheses do not interfere, and repeated ones reuse the files.
 */
export function staged<T>(name: string, make: (directory: string) => T): T {
  if (!folder) {
    const created = mkdtempSync(join(tmpdir(), 'cairn-assets-'))
    folder = created
    process.once('exit', () => rmSync(created, { recursive: true, force: true }))
  }
  if (!built.has(name)) built.set(name, make(join(folder, name)))
  return built.get(name) as T
}

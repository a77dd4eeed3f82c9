import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Creates the cache folder for modules that replace others in a bundle, and returns its path. */
export function makeModuleFolder(root: string, name: string): string {
  const folder = join(root, 'node_modules/.cache', name)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Writes a module atomically: another process that bundles at the same time reads the old file or the new one. */
export function writeModule(path: string, text: string): string {
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, text)
  renameSync(unfinished, path)
  return path
}

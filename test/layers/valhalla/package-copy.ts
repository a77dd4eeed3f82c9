import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Folder of the engine's npm package as installed. */
export const installedPackage = resolve('node_modules/@valhallajs/valhallajs')

/** Copies the input of the layer for one processor, so that a test can break it. */
export function copyOfPackage(folder: 'linux/x64' | 'linux/arm64'): string {
  const copy = mkdtempSync(join(tmpdir(), 'cairn-engine-'))
  for (const path of ['index.js', 'lib', 'package.json', 'README.md', folder]) {
    cpSync(join(installedPackage, path), join(copy, path), { recursive: true })
  }
  return copy
}

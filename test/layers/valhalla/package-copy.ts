import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The engine's npm package, as it is installed. */
export const installedPackage = resolve('node_modules/@valhallajs/valhallajs')

/** An own copy of what the layer for one processor is made from, to break. */
export function copyOfPackage(folder: 'linux/x64' | 'linux/arm64'): string {
  const copy = mkdtempSync(join(tmpdir(), 'cairn-engine-'))
  for (const path of ['index.js', 'lib', 'package.json', 'README.md', folder]) {
    cpSync(join(installedPackage, path), join(copy, path), { recursive: true })
  }
  return copy
}

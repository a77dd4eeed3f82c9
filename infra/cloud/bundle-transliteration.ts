import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The first block of 256 characters beyond the Basic Multilingual Plane. */
const firstRareBlock = 0x100

/**
 * Makes a copy of any-ascii without the characters beyond the Basic Multilingual Plane, 316 of its 546 kB,
 * which `inLatin` never looks up. Returns the path of its module.
 */
export function transliteration(root: string): string {
  const entry = createRequire(join(root, 'package.json')).resolve('any-ascii')
  const folder = join(root, 'node_modules/.cache/any-ascii')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'any-ascii.js')
  replace(path, readFileSync(entry, 'utf8'))
  const lines = readFileSync(join(dirname(entry), 'block.js'), 'utf8').split('\n')
  const kept = lines.filter((line) => !(blockOf(line) >= firstRareBlock))
  if (kept.length === lines.length) throw new Error('any-ascii has another format.')
  replace(join(folder, 'block.js'), kept.join('\n'))
  return path
}

/** Atomic: another process that bundles at the same time reads the old file or the new one. */
function replace(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, text)
  renameSync(unfinished, path)
}

/** The block number in a line of the table; NaN for other lines. */
function blockOf(line: string): number {
  return Number(/^case (\d+):/.exec(line)?.[1] ?? Number.NaN)
}

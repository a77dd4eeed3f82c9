import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { moduleFolder, writeModule } from './bundle-cache.ts'

/**
 * Makes a module with the word tables of the reader compressed, a quarter of their bytes: a function loads them at
 * every cold start. Returns its path.
 */
export function wordTables(root: string): string {
  const files = globSync('data/language/*.json', { cwd: root }).sort()
  const tables = Object.fromEntries(
    files.map((file) => [basename(file, '.json'), readJson(root, file)]),
  )
  return writeTables(root, 'word-tables', [
    ...packed(tables),
    `export const { ${Object.keys(tables).join(', ')} } = unpacked()`,
  ])
}

/** The same for names of countries in other languages, unpacked at the first address that needs them. */
export function exonymTables(root: string): string {
  return writeTables(root, 'exonym-tables', [
    ...packed(readJson(root, 'data/address/exonyms.json')),
    'let tables',
    'export const exonymTables = () => (tables ??= unpacked())',
  ])
}

function readJson(root: string, path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

function packed(tables: unknown): string[] {
  const text = brotliCompressSync(JSON.stringify(tables)).toString('base64')
  return [
    `import { brotliDecompressSync } from 'node:zlib'`,
    `const packed = "${text}"`,
    `const unpacked = () => JSON.parse(brotliDecompressSync(Buffer.from(packed, 'base64')).toString())`,
  ]
}

function writeTables(root: string, name: string, lines: readonly string[]): string {
  return writeModule(join(moduleFolder(root, name), `${name}.js`), lines.join('\n'))
}

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
    files.map((file) => [
      basename(file, '.json'),
      JSON.parse(readFileSync(join(root, file), 'utf8')),
    ]),
  )
  const packed = brotliCompressSync(JSON.stringify(tables)).toString('base64')
  const text = [
    `import { brotliDecompressSync } from 'node:zlib'`,
    `const packed = "${packed}"`,
    `const tables = JSON.parse(brotliDecompressSync(Buffer.from(packed, 'base64')).toString())`,
    `export const { ${Object.keys(tables).join(', ')} } = tables`,
  ].join('\n')
  return writeModule(join(moduleFolder(root, 'word-tables'), 'word-tables.js'), text)
}

import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { vocabularies } from '../../lib/language/reader/vocabularies.ts'
import { wordTables } from '../../lib/language/reader/word-tables.ts'
import { exonymTables } from '../../lib/places/address/tables/exonym-tables.ts'
import { knownNameTables } from '../../lib/places/address/tables/known-name-tables.ts'
import { categoryPhrases } from '../../lib/places/categories/category-phrases.ts'
import { categoryRecords } from '../../lib/places/categories/category-records.ts'
import { makeModuleFolder, writeModule } from './bundle-cache.ts'

/** Exports of the modules in `imports` of `package.json`, by import name. */
const makers: Readonly<Record<string, () => unknown>> = {
  '#category-phrases': categoryPhrases,
  '#category-records': categoryRecords,
  '#exonym-tables': exonymTables,
  '#known-name-tables': knownNameTables,
  '#vocabularies': vocabularies,
  '#word-tables': wordTables,
}

/**
 * Writes a module for each table. Its export returns the table as the source module computes it now, decompressed on
 * the first call. A cold start then neither computes the table nor loads the code that does. Returns the paths by
 * import name.
 */
export function packTables(root: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(makers).map(([name, make]) => {
      const path = join(makeModuleFolder(root, 'tables'), `${name.slice(1)}.js`)
      return [name, writeModule(path, packModule(make))]
    }),
  )
}

function packModule(make: () => unknown): string {
  const packed = brotliCompressSync(JSON.stringify(make())).toString('base64')
  return [
    `import { brotliDecompressSync } from 'node:zlib'`,
    `const packed = "${packed}"`,
    `const unpacked = () => JSON.parse(brotliDecompressSync(Buffer.from(packed, 'base64')).toString())`,
    'let table',
    `export const ${make.name} = () => (table ??= unpacked())`,
  ].join('\n')
}

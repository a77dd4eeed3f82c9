import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { vocabularies } from '../../lib/language/reader/vocabularies.ts'
import { wordTables } from '../../lib/language/reader/word-tables.ts'
import { exonymTables } from '../../lib/places/address/tables/exonym-tables.ts'
import { knownNameTables } from '../../lib/places/address/tables/known-name-tables.ts'
import { categoryPhrases } from '../../lib/places/categories/category-phrases.ts'
import { categoryRecords } from '../../lib/places/categories/category-records.ts'
import { moduleFolder, writeModule } from './bundle-cache.ts'

/** What the modules in `imports` of `package.json` export, by the name that they are imported by. */
const makers: Readonly<Record<string, () => unknown>> = {
  '#category-phrases': categoryPhrases,
  '#category-records': categoryRecords,
  '#exonym-tables': exonymTables,
  '#known-name-tables': knownNameTables,
  '#vocabularies': vocabularies,
  '#word-tables': wordTables,
}

/**
 * Writes a module for each table. Its export returns the table that the source module computes now, decompressed at the
 * first call, so that a cold start neither computes it nor loads what it is computed from. Returns the paths by import
 * name.
 */
export function packedTables(root: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(makers).map(([name, make]) => {
      const path = join(moduleFolder(root, 'tables'), `${name.slice(1)}.js`)
      return [name, writeModule(path, moduleOf(make))]
    }),
  )
}

function moduleOf(make: () => unknown): string {
  const packed = brotliCompressSync(JSON.stringify(make())).toString('base64')
  return [
    `import { brotliDecompressSync } from 'node:zlib'`,
    `const packed = "${packed}"`,
    `const unpacked = () => JSON.parse(brotliDecompressSync(Buffer.from(packed, 'base64')).toString())`,
    'let table',
    `export const ${make.name} = () => (table ??= unpacked())`,
  ].join('\n')
}

import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { exonymTables } from '../../lib/address/tables/exonym-tables.ts'
import { nameTables } from '../../lib/address/tables/name-tables.ts'
import { categoryRecords } from '../../lib/categories/category-records.ts'
import { phraseTable } from '../../lib/categories/phrase-table.ts'
import { vocabularies } from '../../lib/language/reader/vocabularies.ts'
import { wordTables } from '../../lib/language/reader/word-tables.ts'
import { moduleFolder, writeModule } from './bundle-cache.ts'

/** Modules of tables by the name that they are imported by, each with the function that it exports. */
const makers: Readonly<Record<string, () => unknown>> = {
  '#category-phrases': phraseTable,
  '#category-records': categoryRecords,
  '#exonym-tables': exonymTables,
  '#name-tables': nameTables,
  '#vocabularies': vocabularies,
  '#word-tables': wordTables,
}

/**
 * Makes a module for each of them whose function returns what the function returns now, kept compressed until its
 * first call: a function loads the tables at every cold start, and would make those of words from others. Returns
 * their paths by the names of the modules.
 */
export function packedTables(root: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(makers).map(([name, make]) => {
      const path = join(moduleFolder(root, name.slice(1)), `${name.slice(1)}.js`)
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

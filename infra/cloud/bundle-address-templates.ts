import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { makeModuleFolder, writeModule } from './bundle-cache.ts'

/** Start of a table, which is a literal in a module of the package: `var stateCodes = {…};` */
const tables = /^var (templates|stateCodes|countyCodes|abbreviations) = \{$/gm

/**
 * Copies `@fragaria/address-formatter` with its tables (180 of its 224 kB) compressed. They shrink to a fifth and
 * become JSON, which parses faster than code. Returns the path of the module.
 */
export function packAddressTemplates(root: string): string {
  const require = createRequire(join(root, 'package.json'))
  const entry = require.resolve('@fragaria/address-formatter')
  const home = join(dirname(entry), '..', '..')
  const text = readFileSync(join(home, 'dist/es/address-formatter.js'), 'utf8')
  const names = Array.from(text.matchAll(tables), ([, name]) => name!)
  // Each table follows the variables that it uses; the first of these follows the template engine.
  const first = text.search(/^var generic1 = /m)
  const last = text.search(/^var knownComponents = /m)
  if (names.length !== 4 || first < 0 || last < 0) {
    throw new Error('@fragaria/address-formatter has another format.')
  }
  const data = evaluateDeclarations(text.slice(first, last), [...names, 'aliases', 'country2lang'])
  const packed = brotliCompressSync(JSON.stringify(data)).toString('base64')
  return writeModule(
    join(makeModuleFolder(root, 'address-templates'), 'address-formatter.js'),
    [
      `import { brotliDecompressSync } from 'node:zlib'`,
      text.slice(0, first),
      `const packed = "${packed}"`,
      `const { ${Object.keys(data).join(', ')} } = JSON.parse(`,
      `brotliDecompressSync(Buffer.from(packed, 'base64')).toString())`,
      text.slice(last),
    ].join('\n'),
  )
}

/**
 * Evaluates declarations and returns the values of the named variables. The declarations are literals of an installed
 * package.
 */
function evaluateDeclarations(
  declarations: string,
  names: readonly string[],
): Record<string, unknown> {
  return new Function(`${declarations}\nreturn { ${names.join(', ')} }`)()
}

import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, normalize, relative } from 'node:path'

/** Paths of the project's TypeScript files from its root. */
export const files: readonly string[] = globSync(
  '{bench,cli,client,demo-island,examples,functions,infra,layers,lib,region,release,test,web}/**/*.{ts,tsx}',
)
  .map(normalize)
  .filter((file) => !/node_modules|^client\/dist\//.test(file))
  .sort()

export const productFiles = files.filter(
  (file) => !/^(bench|examples|test|client\/examples)\//.test(file),
)

/** Resolves imports such as `#platform/errors` by `imports` of package.json. */
const { resolve: resolvePackageImport } = createRequire(import.meta.url)

export interface Import {
  from: string
  to: string
}

/** Lists the imports of a file from other files of the project, including imports of types. */
export function importsOf(from: string): Import[] {
  const text = readFileSync(from, 'utf8')
  return [...text.matchAll(/(?:from\s*|import\s+|(?<!typeof )import\()'(\.[^']+\.tsx?|#[^']+)'/g)]
    .map(([, path]) => ({
      from,
      to: normalize(
        path!.startsWith('#')
          ? relative('.', resolvePackageImport(path!))
          : `${dirname(from)}/${path}`,
      ),
    }))
    .filter(({ to }) => files.includes(to))
}

/** Returns the files, with the files that they import directly or indirectly. */
export function withImported(entries: Iterable<string>): string[] {
  const found = new Set(entries)
  for (const file of found) for (const { to } of importsOf(file)) found.add(to)
  return [...found].sort()
}

export function linesOf(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1
}

import { globSync, readFileSync } from 'node:fs'
import { dirname, normalize } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }

/** The project's TypeScript files, as paths from its root. */
export const files: readonly string[] = globSync(
  '{bench,cli,client,demo-island,examples,functions,infra,layers,lib,region,release,test,web}/**/*.{ts,tsx}',
)
  .map(normalize)
  .filter((file) => !/node_modules|^client\/dist\//.test(file))
  .sort()

export const productFiles = files.filter(
  (file) => !/^(bench|examples|test|client\/examples)\//.test(file),
)

/** Modules that bundles have the result of, by the name that they are imported by. */
const tableModules: Readonly<Record<string, string>> = manifest.imports

export interface Import {
  from: string
  to: string
}

/** The imports of a file from other files of the project, those for types among them. */
export function importsOf(from: string): Import[] {
  const text = readFileSync(from, 'utf8')
  return [...text.matchAll(/(?:from\s*|import\s+|(?<!typeof )import\()'(\.[^']+\.tsx?|#[^']+)'/g)]
    .map(([, path]) => ({
      from,
      to: normalize(path!.startsWith('#') ? tableModules[path!]! : `${dirname(from)}/${path}`),
    }))
    .filter(({ to }) => files.includes(to))
}

export function linesOf(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1
}

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { PackageKind } from './packages.ts'

/**
 * Scripts that the oldest supported Node runs, by path in the package. Functions run in Lambda's Node; the launcher of
 * the command starts a newer one for the rest.
 */
const scripts: Readonly<Record<PackageKind, RegExp>> = {
  command: /^(cli\/(cairn\.mjs|start-cairn\.js)|scripts\/.*\.mjs)$/,
  construct: /^dist\/[^/]*\.c?js$/,
  client: /^dist\/.*\.js$/,
}

/** TypeScript libraries that describe the language and web features of Node 20. */
const libraries = ['es2023', 'es2024.string', 'dom', 'dom.iterable', 'dom.asynciterable']

/**
 * Matches an error for a feature that only a later library declares: TS2550, and TS2339 for methods of iterators, which
 * the compiler does not tell from mistakes.
 */
const laterUse =
  /^(.+?)\((\d+),\d+\): error TS(?:2550: Property '(.+?)' does not exist on type '(.+?)'|2339: Property '(.+?)' does not exist on type '(\w*(?:Iterator|Generator)\b.*?)')\./gm

/**
 * Finds built-in functions, such as `Map.groupBy`, that the oldest supported Node lacks. Returns a line for each use in
 * the scripts of a package, whose files are `paths` below `folder`.
 */
export function findMissingBuiltIns(
  kind: PackageKind,
  folder: string,
  paths: readonly string[],
): string[] {
  const checked = paths.filter((path) => scripts[kind].test(path))
  if (checked.length === 0) return ['no script of it is for the oldest promised Node']
  const project = mkdtempSync(join(tmpdir(), 'cairn-built-ins-'))
  const compilerOptions = {
    allowJs: true,
    checkJs: true,
    strict: true,
    noImplicitAny: false,
    noEmit: true,
    target: 'es2022',
    lib: libraries,
    types: [],
    // The packages that it depends on are not its own scripts, and are not installed yet.
    module: 'esnext',
    moduleResolution: 'bundler',
    noResolve: true,
  }
  const files = checked.map((path) => join(folder, path))
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const typescript = createRequire(import.meta.url).resolve('typescript/package.json')
  const tsc = join(dirname(typescript), 'bin/tsc')
  const { stdout, status } = spawnSync(
    process.execPath,
    [tsc, '-p', project, '--pretty', 'false'],
    {
      cwd: project,
      encoding: 'utf8',
      maxBuffer: 1e8,
    },
  )
  rmSync(project, { recursive: true })
  // Other errors are expected, because a script has no types.
  if (status !== 0 && !stdout.includes(': error TS')) return [`the compiler ended with ${status}`]
  return [...stdout.matchAll(laterUse)].map(
    ([, file, line, name, type, method, iterator]) =>
      `${relative(folder, join(project, file!))}:${line} uses ${name ?? method} of ${type ?? iterator}, which the oldest promised Node lacks`,
  )
}

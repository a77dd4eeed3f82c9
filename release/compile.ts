import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buildSync } from 'esbuild'
import { root } from './packages.ts'

const typescript = createRequire(import.meta.url).resolve('typescript/package.json')
const tsc = join(dirname(typescript), 'bin/tsc')

export interface CompileOptions {
  /** Modules that are started, relative to the root. */
  entries: readonly string[]
  /** Modules that only a clone has, as they are imported. */
  without: readonly string[]
  /** The folder to write to: the layout below it is that of the repository. */
  outDir: string
}

/**
 * Compiles modules and all that they import to JavaScript with source maps and declarations. Each keeps its
 * place, so that what is beside a module is beside it afterwards.
 */
export function compile({ entries, without, outDir }: CompileOptions): void {
  const sources = importedBy(entries, without)
  const config = join(root, 'dist/tsconfig.package.json')
  mkdirSync(dirname(config), { recursive: true })
  const compilerOptions = {
    ...{ noEmit: false, outDir, rootDir: root, allowJs: false },
    ...{ rewriteRelativeImportExtensions: true, declaration: true },
    ...{ sourceMap: true, inlineSources: true },
  }
  const declarations = globSync('{lib,region,test}/**/*.d.ts', { cwd: root })
  const files = [...sources.filter((path) => path.endsWith('.ts')), ...declarations].map((path) =>
    join(root, path),
  )
  writeFileSync(
    config,
    JSON.stringify({ extends: '../tsconfig.json', compilerOptions, include: [], files }),
  )
  const { status } = spawnSync(process.execPath, [tsc, '-p', config], { stdio: 'inherit' })
  rmSync(config)
  if (status !== 0) throw new Error('The sources do not compile.')
  removeOthers(outDir, sources)
  for (const file of globSync('**/*.{js,d.ts}', { cwd: outDir })) {
    const path = join(outDir, file)
    writeFileSync(path, withJsPaths(readFileSync(path, 'utf8'), file.endsWith('.d.ts')))
  }
}

/** The modules that the entries import, themselves included, by path below the root. */
function importedBy(entries: readonly string[], without: readonly string[]): string[] {
  const { metafile } = buildSync({
    entryPoints: entries.map((entry) => join(root, entry)),
    external: [...without],
    ...{ bundle: true, write: false, metafile: true, outdir: 'nowhere' },
    ...{ platform: 'node', format: 'esm', packages: 'external', absWorkingDir: root },
    logLevel: 'error',
  })
  return Object.keys(metafile.inputs).sort()
}

/** The compiler also writes modules that are only imported by modules left out. */
function removeOthers(outDir: string, sources: readonly string[]): void {
  const kept = new Set(sources.map((path) => path.replace(/\.ts$/, '')))
  const folders = new Set([...kept].map((path) => dirname(path)))
  for (const file of globSync('**/*.{js,js.map,d.ts}', { cwd: outDir })) {
    const isKept = file.endsWith('.d.ts')
      ? // Those of modules that have types only are read by others.
        folders.has(dirname(file))
      : kept.has(file.replace(/\.js(\.map)?$/, ''))
    if (!isKept) rmSync(join(outDir, file))
  }
}

/**
 * The compiler leaves two kinds of paths to modules as they are: those in declarations, and those of programs
 * that are started beside the module.
 */
function withJsPaths(text: string, isDeclaration: boolean): string {
  return isDeclaration
    ? text.replace(/(\bfrom |\bimport\()(["'])(\.[^"']+)\.ts\2/g, '$1$2$3.js$2')
    : text.replace(/(new URL\()(["'])(\.[^"']+)\.ts\2(, import\.meta\.url)/g, '$1$2$3.js$2$4')
}

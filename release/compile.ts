import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, normalize, relative } from 'node:path'
import { buildSync } from 'esbuild'
import { readManifest, root } from './packages.ts'

const typescript = createRequire(import.meta.url).resolve('typescript/package.json')
const tsc = join(dirname(typescript), 'bin/tsc')

export interface CompileOptions {
  /** Modules that are started, relative to the root. */
  entries: readonly string[]
  /** Modules that only a clone contains, as they are imported. */
  without: readonly string[]
  /** Folder to write to. Its layout is the same as in the repository. */
  outDir: string
}

/**
 * Compiles modules and all their imports to JavaScript with source maps and declarations. Each keeps its path, so that
 * neighbouring files stay neighbours.
 */
export function compile({ entries, without, outDir }: CompileOptions): void {
  const sources = findImported(entries, without)
  const modules = sources.filter((path) => path.endsWith('.ts'))
  runCompiler(modules, { outDir, sourceMap: true, inlineSources: true })
  removeOthers(outDir, sources)
  for (const file of globSync('**/*.js', { cwd: outDir }))
    rewrite(outDir, file, (text) => withJsUrls(withRelativeImports(text, file)))
  for (const file of globSync('**/*.d.ts', { cwd: outDir }))
    rewrite(outDir, file, (text) => withJsImports(withRelativeImports(text, file)))
}

/** Writes the declarations of a module and of its imports, without parts marked `@internal`. */
export function emitDeclarations(entry: string, outDir: string): void {
  const all = join(root, 'dist/declarations')
  // Not checked again: a subset of the sources lacks additions that other files make to its types.
  const options = { emitDeclarationOnly: true, stripInternal: true, noCheck: true }
  runCompiler([entry], { outDir: all, ...options })
  for (const file of findDeclarations(all, entry.replace(/\.ts$/, '.d.ts'))) {
    cpSync(join(all, file), join(outDir, file))
    rewrite(outDir, file, (text) => withJsImports(withRelativeImports(text, file)))
  }
  rmSync(all, { recursive: true })
}

function runCompiler(modules: readonly string[], options: Record<string, unknown>): void {
  const config = join(root, 'dist/tsconfig.package.json')
  mkdirSync(dirname(config), { recursive: true })
  const compilerOptions = {
    noEmit: false,
    rootDir: root,
    allowJs: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    ...options,
  }
  const ambient = globSync('{lib,region,test}/**/*.d.ts', { cwd: root })
  const files = [...modules, ...ambient].map((path) => join(root, path))
  const settings = { extends: '../tsconfig.json', compilerOptions, include: [], files }
  writeFileSync(config, JSON.stringify(settings))
  const { status } = spawnSync(process.execPath, [tsc, '-p', config], { stdio: 'inherit' })
  rmSync(config)
  if (status !== 0) throw new Error('The sources do not compile.')
}

/** Finds the modules that the entries import, including the entries, by path below the root. */
function findImported(entries: readonly string[], without: readonly string[]): string[] {
  const { metafile } = buildSync({
    entryPoints: entries.map((entry) => join(root, entry)),
    external: [...without],
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'nowhere',
    platform: 'node',
    format: 'esm',
    packages: 'external',
    absWorkingDir: root,
    logLevel: 'error',
  })
  return Object.keys(metafile.inputs).sort()
}

/** Finds the declarations that one imports, including itself, by path below their folder. */
function findDeclarations(folder: string, entry: string): ReadonlySet<string> {
  const found = new Set([entry])
  for (const file of found) {
    const text = withRelativeImports(readFileSync(join(folder, file), 'utf8'), file, '.ts')
    for (const [, path] of text.matchAll(/\bfrom ["'](\.[^"']+)\.ts["']/g))
      found.add(normalize(join(dirname(file), `${path}.d.ts`)))
  }
  return found
}

/** Removes the modules that only excluded modules import: the compiler writes them too. */
function removeOthers(outDir: string, sources: readonly string[]): void {
  const kept = new Set(sources.map((path) => path.replace(/\.ts$/, '')))
  const folders = new Set([...kept].map((path) => dirname(path)))
  for (const file of globSync('**/*.{js,js.map,d.ts,json}', { cwd: outDir })) {
    const isKept = file.endsWith('.d.ts')
      ? // Other modules read the declarations of type-only modules.
        folders.has(dirname(file))
      : kept.has(file.replace(/\.js(\.map)?$/, ''))
    if (!isKept) rmSync(join(outDir, file))
  }
}

function rewrite(folder: string, file: string, change: (text: string) => string): void {
  const path = join(folder, file)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

const moduleImports = Object.entries(readManifest().imports)
  .filter(([, path]) => path.endsWith('/index.ts'))
  .map(([name, path]) => ({ name: name.replace('*', ''), path }))

/**
 * Replaces imports such as `#platform/errors` by relative paths, because the package's manifest does not list them in
 * `imports`.
 */
function withRelativeImports(text: string, file: string, extension = '.js'): string {
  return text.replace(
    /(\bfrom |\bimport\(|\bimport )(["'])(#[^"']+)\2/g,
    (whole, before: string, quote: string, name: string) => {
      const found = moduleImports.find((each) =>
        each.name.endsWith('/') ? name.startsWith(each.name) : name === each.name,
      )
      if (!found) return whole
      const target = found.path.replace('*', name.slice(found.name.length)).replace(/\.ts$/, '')
      const path = relative(dirname(file), target)
      return `${before}${quote}${path.startsWith('.') ? path : `./${path}`}${extension}${quote}`
    },
  )
}

/** Replaces `.ts` by `.js` in imports, which the compiler leaves unchanged in declarations. */
function withJsImports(text: string): string {
  return text.replace(/(\bfrom |\bimport\()(["'])(\.[^"']+)\.ts\2/g, '$1$2$3.js$2')
}

/** Replaces `.ts` by `.js` in URLs of programs that a module starts. */
function withJsUrls(text: string): string {
  return text.replace(/(new URL\()(["'])(\.[^"']+)\.ts\2(, import\.meta\.url)/g, '$1$2$3.js$2$4')
}

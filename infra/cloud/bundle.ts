import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildFailure, buildSync, type Metafile } from 'esbuild'
import { type DeployedFunction, findDeployedFunction } from '../../functions/deployed.ts'
import { packAddressTemplates } from './bundle-address-templates.ts'
import { writeBuiltinModules } from './bundle-builtins.ts'
import { checkBundle } from './bundle-rules.ts'
import { packTables } from './bundle-tables.ts'
import { packTransliteration } from './bundle-transliteration.ts'

const root = resolve(import.meta.dirname, '../..')

/**
 * Modules that the AWS SDK never loads in a function, 150 kB of each bundle: for browsers, and for credentials that do
 * not come from environment variables.
 */
const neverLoaded = [
  ...['ini', 'login', 'process', 'sso', 'web-identity'].map(
    (place) => `@aws-sdk/credential-provider-${place}`,
  ),
  '@smithy/credential-provider-imds',
  'bowser',
  // Compressions that geotiff supports and our files do not use.
  'lerc',
  'pako',
  'zstddec',
]

/** Approximate characters per line. Profiles name the line of a file, not the position in it. */
export const lineLimit = 400

/** Handler name of every bundle, as Lambda expects it. */
export const bundleHandler = 'index.handler'

/** Deployed code of one function. */
export interface Bundle {
  id: string
  /** Folder to deploy: `index.mjs`, its chunks and their source maps. */
  directory: string
  /** Bytes of JavaScript, without source maps. */
  bytes: number
  gzipBytes: number
  /** Bytes of JavaScript that are loaded at initialisation. */
  initialBytes: number
  /** Source files with their bytes in the bundle, largest first. */
  inputs: { path: string; bytes: number }[]
}

export interface BundleOptions {
  /** Folder that the bundle is written to, emptied first. Default `dist/functions/<id>`. */
  outdir?: string
}

/**
 * Bundles a function with its dependencies, except the routing engine, which is in a layer. The output depends only on
 * the sources, not on any path.
 *
 * Throws when the bundle contains a banned input or exceeds its maximum size.
 */
export function bundle(id: string, options: BundleOptions = {}): Bundle {
  const target = findDeployedFunction(id)
  // The default folder, so that paths in source maps do not depend on `outdir`.
  const nominal = join(root, 'dist/functions', id)
  const { outputFiles, metafile } = build(target, nominal)
  const directory = resolve(options.outdir ?? nominal)
  const scripts = outputFiles.filter(({ path }) => path.endsWith('.mjs'))
  const made: Bundle = {
    id,
    directory,
    bytes: scripts.reduce((sum, { contents }) => sum + contents.length, 0),
    gzipBytes: scripts.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0),
    initialBytes: sumInitialBytes(metafile),
    inputs: listInputs(metafile),
  }
  checkBundle(made, target)
  rmSync(directory, { recursive: true, force: true })
  for (const { path, contents } of outputFiles) {
    const file = join(directory, relative(nominal, path))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, contents)
  }
  return made
}

function build(target: DeployedFunction, outdir: string) {
  const { id } = target
  replacements ??= makeReplacements(root)
  try {
    return buildSync({
      stdin: {
        contents: renderEntry(target),
        resolveDir: root,
        sourcefile: `${id}.entry.ts`,
        loader: 'ts',
      },
      absWorkingDir: root,
      outdir,
      entryNames: 'index',
      chunkNames: 'chunk-[hash]',
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      mainFields: ['module', 'main'],
      external: ['@valhallajs/valhallajs', ...neverLoaded],
      alias: replacements,
      minify: true,
      lineLimit,
      charset: 'utf8',
      legalComments: 'none',
      sourcemap: 'linked',
      sourcesContent: false,
      // CommonJS packages load Node's modules with `require`, which ES modules lack.
      banner: {
        js: "const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);",
      },
      metafile: true,
      write: false,
      logLevel: 'silent',
    })
  } catch (error) {
    const [first] = (error as Partial<BuildFailure>).errors ?? []
    if (!first) throw error
    const place = first.location && `${first.location.file}:${first.location.line}: `
    throw new Error(`The function ${id} cannot be bundled: ${place ?? ''}${first.text}.`)
  }
}

/** Modules that replace others in a bundle, by name. They are made once per process, since packing takes a second. */
let replacements: Record<string, string> | undefined

function makeReplacements(root: string): Record<string, string> {
  return {
    ...writeBuiltinModules(root),
    '@fragaria/address-formatter': packAddressTemplates(root),
    'any-ascii': packTransliteration(root),
    ...packTables(root),
  }
}

/** Returns the source of the module that Lambda loads. It warms the handler, then exports it. */
function renderEntry({ id, kind }: DeployedFunction): string {
  return `
    import { handler } from './functions/${id}/handler.ts'
    import { mapStacks } from './functions/mapped-stacks.ts'
    import { warm } from './functions/warm.ts'
    mapStacks()
    await warm('${kind}', handler)
    export { handler }
  `
}

function listInputs({ outputs }: Metafile): { path: string; bytes: number }[] {
  const sizes = new Map<string, number>()
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      sizes.set(path, (sizes.get(path) ?? 0) + bytesInOutput)
    }
  }
  return [...sizes]
    .map(([path, bytes]) => ({ path, bytes }))
    .sort((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1))
}

function sumInitialBytes({ outputs }: Metafile): number {
  const first = Object.keys(outputs).find((path) => path.endsWith('/index.mjs'))!
  const loaded = new Set([first])
  // The iteration includes entries that are added meanwhile.
  for (const path of loaded) {
    for (const { path: next, kind, external } of outputs[path]!.imports) {
      if (kind === 'import-statement' && !external) loaded.add(next)
    }
  }
  return [...loaded].reduce((sum, path) => sum + outputs[path]!.bytes, 0)
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildFailure, buildSync, type Metafile } from 'esbuild'
import { type DeployedFunction, deployedFunction } from '../../functions/deployed.ts'
import { checkBundle } from './bundle-rules.ts'
import { transliteration } from './bundle-transliteration.ts'

const root = resolve(import.meta.dirname, '../..')

/**
 * What the AWS SDK loads, when it comes to that, for what a function never does: find credentials
 * elsewhere than in its variables, and tell one browser from another. 150 kB of each bundle.
 */
const neverLoaded = [
  ...['ini', 'login', 'process', 'sso', 'web-identity'].map(
    (place) => `@aws-sdk/credential-provider-${place}`,
  ),
  '@smithy/credential-provider-imds',
  'bowser',
  // Compressions that geotiff can read and no terrain.tif has.
  'lerc',
  'pako',
  'zstddec',
]

/** The code of one function as it is deployed. */
export interface Bundle {
  id: string
  /** Folder to deploy: `index.mjs`, its chunks and their source maps. */
  directory: string
  /** What the platform calls. */
  handler: 'index.handler'
  /** Bytes of JavaScript, without source maps. */
  bytes: number
  gzipBytes: number
  /** Bytes of JavaScript that are loaded before the handler is there. */
  initialBytes: number
  /** Files that are in the bundle, by the bytes they take in it, biggest first. */
  inputs: { path: string; bytes: number }[]
}

export interface BundleOptions {
  /** Folder the bundle is written to, emptied first; by default `dist/functions/<id>`. */
  outdir?: string
}

/**
 * Bundles a function with all that it needs but the routing engine, which comes in a layer. The same
 * sources give the same bytes, wherever the project lies and the bundle is written.
 *
 * Throws when the bundle holds what a deployed function must not, or is over its bound.
 */
export function bundle(id: string, options: BundleOptions = {}): Bundle {
  const target = deployedFunction(id)
  // Where it would be by default, so that the paths in source maps do not depend on where it goes.
  const nominal = join(root, 'dist/functions', id)
  const { outputFiles, metafile } = build(target, nominal)
  const directory = resolve(options.outdir ?? nominal)
  const scripts = outputFiles.filter(({ path }) => path.endsWith('.mjs'))
  const made: Bundle = {
    id,
    directory,
    handler: 'index.handler',
    bytes: scripts.reduce((sum, { contents }) => sum + contents.length, 0),
    gzipBytes: scripts.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0),
    initialBytes: initialBytes(metafile),
    inputs: inputsOf(metafile),
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
  try {
    return buildSync({
      stdin: {
        contents: entry(target),
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
      alias: { 'any-ascii': transliteration(root) },
      minify: true,
      charset: 'utf8',
      legalComments: 'none',
      sourcemap: 'linked',
      sourcesContent: false,
      // CommonJS packages ask for node's own modules with `require`, which an ES module does not have.
      banner: {
        js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
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

/** The module the platform loads: the handler, when what it works with has been opened. */
function entry({ id, kind }: DeployedFunction): string {
  return `
    import { handler } from './functions/${id}/handler.ts'
    import { warm } from './functions/warm.ts'
    await warm('${kind}', handler)
    export { handler }
  `
}

function inputsOf({ outputs }: Metafile): { path: string; bytes: number }[] {
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

function initialBytes({ outputs }: Metafile): number {
  const first = Object.keys(outputs).find((path) => path.endsWith('/index.mjs'))!
  const loaded = new Set([first])
  // A set goes on over what is added while it is walked.
  for (const path of loaded) {
    for (const { path: next, kind, external } of outputs[path]!.imports) {
      if (kind === 'import-statement' && !external) loaded.add(next)
    }
  }
  return [...loaded].reduce((sum, path) => sum + outputs[path]!.bytes, 0)
}

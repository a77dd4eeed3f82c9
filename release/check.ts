import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findMissingBuiltIns } from './built-ins.ts'
import type { Packed } from './make.ts'
import { type PackageKind, root } from './packages.ts'

/** Bytes of an archive. The engine is a dependency, and not in any. */
export const maxPackedBytes: Readonly<Record<PackageKind, number>> = {
  command: 15e6,
  construct: 30e6,
  client: 200e3,
}

/** What no package has: tests, sets, maps, sources, and what only developers need. */
const unwanted = [
  /^(test|bench|docs|\.github|\.ci)\//,
  /(^|\/)node_modules\//,
  /\.(pbf|tif|tiff|hgt|pmtiles|geojson|db|log|tgz)$/,
  /^(?!examples\/).*(?<!\.d)\.tsx?$/,
  /(^|\/)\.(env|npmrc)/,
]

const wanted: Readonly<Record<PackageKind, readonly string[]>> = {
  command: [
    'LICENSE',
    'README.md',
    'NOTICE',
    'sbom.cdx.json',
    'cli/cairn.mjs',
    'cli/start-cairn.d.ts',
  ],
  construct: [
    'LICENSE',
    'README.md',
    'API.md',
    'NOTICE',
    'sbom.cdx.json',
    'dist/index.js',
    'dist/index.cjs',
  ],
  client: ['LICENSE', 'README.md', 'sbom.cdx.json', 'dist/index.js', 'dist/index.d.ts'],
}

/** What is wrong with a package, a line each. */
export function packageFaults(packed: Packed): string[] {
  return [
    ...contentFaults(packed),
    ...findMissingBuiltIns(
      packed.kind,
      packed.folder,
      packed.files.map(({ path }) => path),
    ),
    ...toolFaults('publint', ['--strict', packed.folder]),
    ...typeFaults(packed),
  ]
}

/** Files that are missing, superfluous or name this machine, and the size. */
export function contentFaults({ kind, folder, packedBytes, files }: Packed): string[] {
  const paths = files.map(({ path }) => path)
  const faults = wanted[kind]
    .filter((path) => !paths.includes(path))
    .map((path) => `${path} is missing`)
  for (const path of paths) {
    if (unwanted.some((pattern) => pattern.test(path))) faults.push(`${path} does not belong in it`)
    if (
      /\.([cm]?js|json|map|ts|md|html|css)$/.test(path) &&
      readFileSync(join(folder, path), 'utf8').includes(root)
    )
      faults.push(`${path} names a folder of this machine`)
  }
  const max = maxPackedBytes[kind]
  if (packedBytes > max) faults.push(`it has ${packedBytes} bytes packed, more than ${max}`)
  return faults
}

/** The types as every kind of importer resolves them. Command and client are for ES modules alone. */
function typeFaults({ kind, archive }: Packed): string[] {
  const profile = kind === 'construct' ? [] : ['--profile', 'esm-only']
  return toolFaults('attw', [archive, '--no-color', '--no-emoji', '--quiet', ...profile])
}

function toolFaults(tool: string, args: readonly string[]): string[] {
  const program = join(root, 'node_modules/.bin', tool)
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return status === 0 ? [] : [`${tool}: ${(stdout + stderr).trim() || `exit code ${status}`}`]
}

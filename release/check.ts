import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findMissingBuiltIns } from './built-ins.ts'
import type { Packed } from './make.ts'
import { type PackageKind, root } from './packages.ts'

/** Maximum bytes of an archive. The engine is a dependency, so archives do not contain it. */
export const maxPackedBytes: Readonly<Record<PackageKind, number>> = {
  command: 15e6,
  construct: 30e6,
  client: 200e3,
}

/** Files that packages must not contain: tests, data sets, maps, sources, and files for developers. */
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

/** Finds the faults of a package, one line each. */
export function findPackageFaults(packed: Packed): string[] {
  return [
    ...findContentFaults(packed),
    ...findMissingBuiltIns(
      packed.kind,
      packed.folder,
      packed.files.map(({ path }) => path),
    ),
    ...findToolFaults('publint', ['--strict', packed.folder]),
    ...findTypeFaults(packed),
  ]
}

/** Finds files that are missing, superfluous or name a folder of this machine, and checks the size. */
export function findContentFaults({ kind, folder, packedBytes, files }: Packed): string[] {
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

/** Checks the types as every kind of importer resolves them. Command and client are for ES modules only. */
function findTypeFaults({ kind, archive }: Packed): string[] {
  const profile = kind === 'construct' ? [] : ['--profile', 'esm-only']
  return findToolFaults('attw', [archive, '--no-color', '--no-emoji', '--quiet', ...profile])
}

function findToolFaults(tool: string, args: readonly string[]): string[] {
  const program = join(root, 'node_modules/.bin', tool)
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return status === 0 ? [] : [`${tool}: ${(stdout + stderr).trim() || `exit code ${status}`}`]
}

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import {
  findChangelogFaults,
  findNameFault,
  findPackageFaults,
  makePackage,
  maxPackedBytes,
  type PackageKind,
  type Packed,
  packageNames,
  readRepository,
  readVersion,
  setVersion,
} from '../release/index.ts'
import {
  addExamples,
  type CommandLine,
  createProgram,
  printTable,
  run,
  throwUsageError,
} from './base/index.ts'

const kinds = Object.keys(packageNames) as PackageKind[]

const program = createProgram(
  'release',
  'Makes the packages under dist/packages, checks their contents, sizes, types and licences, and publishes ' +
    'them with provenance.',
)
  .option('--dry-run', 'make and check, publish nothing')
  .option('--only <package>', `one of ${Object.values(packageNames).join(', ')}`)
  .option('--set-version <x.y.z>', 'first give all packages and the changelog this version')
  .action(release)
addExamples(program, '--dry-run', '--set-version 1.1.0 --dry-run')

interface ReleaseOptions {
  dryRun?: boolean
  only?: string
  setVersion?: string
}

async function release({ dryRun = false, only, setVersion: version }: ReleaseOptions) {
  const chosen = kinds.filter((kind) => !only || packageNames[kind] === only)
  if (chosen.length === 0) throwUsageError(`there is no package "${only}"; --help lists them`)
  const today = new Date().toISOString().slice(0, 10)
  if (version) {
    if (!/^\d+\.\d+\.\d+$/.test(version))
      throwUsageError(`"${version}" is no version such as 1.1.0`)
    setVersion(version, today)
  }
  const faults = [
    ...findChangelogFaults(readFileSync('CHANGELOG.md', 'utf8'), readVersion(), today),
    ...chosen.flatMap((kind) => findNameFault(packageNames[kind], readRepository()) ?? []),
    ...(readRepository()
      ? []
      : ['Only a pipeline on GitHub can publish: a provenance names its repository.']),
  ]
  if (faults.length > 0 && !dryRun) throw new Error(faults.join(' '))
  for (const fault of faults) console.log(`Before a release: ${fault}`)
  const made: Packed[] = []
  for (const kind of chosen) made.push(await makeAndCheck(kind))
  printTable({}, made.map(toRow), { columns, empty: '' })
  if (dryRun) return console.log('Published nothing: a dry run.')
  for (const { archive } of made) publish(archive)
}

async function makeAndCheck(kind: PackageKind): Promise<Packed> {
  console.log(`Making ${packageNames[kind]} ...`)
  const packed = await makePackage(kind)
  const faults = findPackageFaults(packed)
  if (faults.length > 0) throw new Error(`${packed.name}: ${faults.join('; ')}.`)
  return packed
}

const columns = ['package', 'version', 'files', 'unpacked_mb', 'packed_mb', 'at_most_mb', 'archive']

function toRow({ kind, name, files, unpackedBytes, packedBytes, archive }: Packed) {
  return {
    package: name,
    version: readVersion(),
    files: files.length,
    unpacked_mb: toMegabytes(unpackedBytes),
    packed_mb: toMegabytes(packedBytes),
    at_most_mb: toMegabytes(maxPackedBytes[kind]),
    archive: relative('.', archive),
  }
}

const toMegabytes = (bytes: number) => (bytes / 1e6).toFixed(2)

/**
 * Publishes an archive. npm asks the pipeline that runs this for its identity, so a provenance cannot be created
 * elsewhere.
 */
function publish(archive: string): void {
  const args = ['publish', archive, '--provenance', '--access', 'public']
  const { status } = spawnSync('npm', args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`npm did not publish ${relative('.', archive)}.`)
}

export const commandLine: CommandLine = { name: 'release', program }
if (import.meta.main) await run(commandLine)

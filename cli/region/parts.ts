import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { ApiError } from '#platform/errors'
import { locateHome } from '#platform/home'
import { openStorage, type Storage } from '#platform/storage'
import type { BuiltParts } from '../../region/index.ts'
import { addExamples, checkUsage, type JsonOption, jsonOption, print } from '../base/index.ts'
import { checkName, runUntilStopped } from './checks.ts'

/**
 * Adds the commands of the jobs that build a large region on several machines. `build --parts-from` is the last job.
 */
export function addParts(program: Command): void {
  const planCommand = program
    .command('plan-parts')
    .argument('<name>', 'name of the region')
    .description(
      'Cuts extracts into parts and stores them in a bucket, for build-part on other machines. ' +
        'A stored plan of the same extracts is kept.',
    )
    .requiredOption(
      '--osm <file...>',
      'OpenStreetMap extracts (.osm.pbf); files, https:// or s3:// addresses',
    )
    .requiredOption('--parts <n>', 'number of parts, at most 30', parsePartNumber)
    .requiredOption('--to <folder>', 'where the parts go: s3://BUCKET/datasets/.parts/NAME/ID')
    .option(...jsonOption)
    .action(planParts)
  addExamples(planCommand, 'plan-parts alps --osm alps.osm.pbf --parts 8 --to FOLDER')

  const buildCommand = program
    .command('build-part')
    .argument('<name>', 'name of the region')
    .description('Builds one part of the road graph; one that is finished is kept.')
    .requiredOption('--part <number>', 'number of the part, from 1', parsePartNumber)
    .requiredOption(
      '--from <folder>',
      'where plan-parts has put them: s3://BUCKET/datasets/.parts/NAME/ID',
    )
    .option(...jsonOption)
    .action(buildOnePart)
  addExamples(buildCommand, 'build-part alps --part 3 --from FOLDER')
}

/** Parses a number of parts, or the number of one part. */
export function parsePartNumber(text: string): number {
  if (!/^([1-9]|[12]\d|30)$/.test(text))
    throw new InvalidArgumentError('Expected a number from 1 to 30.')
  return Number(text)
}

/** A folder of parts in a bucket. */
export interface PartsFolder {
  storage: Storage
  prefix: string
  /** Runs work on the folder. Its errors name the bucket. */
  run<T>(work: () => Promise<T>): Promise<T>
}

export async function openPartsFolder(address: string): Promise<PartsFolder> {
  const { parsePartsAddress, RegionError, describeStorageError } = await import(
    '../../region/index.ts'
  )
  const { bucket, prefix } = checkUsage(() => parsePartsAddress(address))
  return {
    storage: await openStorage({ ...process.env, CAIRN_BUCKET: bucket }),
    prefix,
    run: (work) =>
      work().catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        throw new RegionError(describeStorageError(error, bucket), { cause: error })
      }),
  }
}

/** Opens the finished parts of a folder, for a build of the region. */
export async function openBuiltParts({ storage, prefix, run }: PartsFolder): Promise<BuiltParts> {
  const { openStoredParts } = await import('../../region/index.ts')
  const parts = await run(() => openStoredParts(storage, prefix))
  return {
    ...parts,
    addTo: (tileFolder, options) => run(() => parts.addTo(tileFolder, options)),
  }
}

interface PlanOptions extends JsonOption {
  osm: string[]
  parts: number
  to: string
}

async function planParts(name: string, options: PlanOptions): Promise<void> {
  checkName(name)
  const { storage, prefix, run } = await openPartsFolder(options.to)
  const { defaultMaxGigabytes, fetchInputs, planPartsJob } = await import('../../region/index.ts')
  const home = locateHome()
  const planned = await runUntilStopped(async (running) => {
    const osm = await fetchInputs({
      inputs: options.osm,
      folder: join(home, 'sources', 'addresses', name, 'osm'),
      maxBytes: defaultMaxGigabytes * 1e9,
      ...running,
    })
    const request = { name, osm, parts: options.parts, storage, prefix, home, ...running }
    return await run(() => planPartsJob(request))
  }, 'no part was planned.')
  const parts = `${planned.parts} ${planned.parts === 1 ? 'part' : 'parts'}`
  const outcome = planned.isKept ? 'were planned before' : 'are planned'
  print(options, planned, `${parts} of ${name} ${outcome} in ${options.to}.`)
}

interface PartOptions extends JsonOption {
  part: number
  from: string
}

async function buildOnePart(name: string, options: PartOptions): Promise<void> {
  checkName(name)
  const { part, from } = options
  const { storage, prefix, run } = await openPartsFolder(from)
  const { buildPartJob } = await import('../../region/index.ts')
  const outcome = await runUntilStopped(
    (running) =>
      run(() => buildPartJob({ name, part, storage, prefix, home: locateHome(), ...running })),
    'the part was not stored.',
  )
  const words = {
    built: 'is built',
    kept: 'was built before',
    none: 'is not needed: the extract has fewer parts',
  }
  print(options, { part, outcome }, `Part ${part} of ${name} ${words[outcome]}.`)
}

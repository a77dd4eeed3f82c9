import type { Command } from 'commander'
import {
  DatasetError,
  listBuilds,
  listDatasets,
  readManifest,
  readPointer,
  verify,
} from '#ground/dataset'
import { cairnCommand } from '#platform/home'
import { openStorage } from '#platform/storage'
import { addExamples, type JsonOption, jsonOption, print } from '../base/index.ts'
import { checkBuild, checkName, readBucketName } from './checks.ts'
import { describeManifest, formatRegions } from './report.ts'

/** Adds the commands that inspect regions and change nothing. */
export function addInspection(program: Command): void {
  program
    .command('list')
    .description('Lists all regions and their published builds.')
    .option(...jsonOption)
    .action(list)

  const command = program
    .command('show')
    .argument('<name>', 'name of the region')
    .argument('[build]', 'build id (default: the published build)')
    .description('Shows a build of a region: bounds, files, sources, warnings.')
    .option('--verify', 'compare the SHA-256 of all files with the manifest')
    .option(...jsonOption)
    .action(show)
  addExamples(command, 'show andorra --verify')
}

async function list(options: JsonOption): Promise<void> {
  const regions = await listDatasets(await openStorage())
  print(options, regions, formatRegions(regions, readBucketName()))
}

async function show(
  name: string,
  wantedBuild: string | undefined,
  options: JsonOption & { verify?: boolean },
): Promise<void> {
  checkName(name)
  if (wantedBuild) checkBuild(wantedBuild)
  const storage = await openStorage()
  const builds = await listBuilds(storage, name)
  if (builds.length === 0) throw new DatasetError(explainMissingRegion(name))
  const published = (await readPointer(storage, name))?.build ?? null
  const build = wantedBuild ?? published
  if (!build)
    throw new DatasetError(
      `No build of region ${name} is published; its builds: ${builds.join(', ')}.`,
    )
  const manifest = await readManifest(storage, name, build)
  if (options.verify) await verify(storage, name, build)
  const text = [describeManifest(manifest), '', `published: ${published ?? 'nothing'}`]
  if (builds.length > 1) text.push(`builds:    ${builds.join('\n           ')}`)
  if (options.verify) text.push('All files match the manifest.')
  print(options, { ...manifest, published, builds }, text.join('\n'))
}

function explainMissingRegion(name: string): string {
  const bucket = readBucketName()
  return bucket
    ? `There is no region ${name} in bucket ${bucket}; bring it with: ${cairnCommand} region publish ${name} --to s3://${bucket}`
    : `There is no region ${name}; build it with: ${cairnCommand} region build ${name} --osm FILE`
}

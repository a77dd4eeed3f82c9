import { join } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { defaultEngineDiskMebibytes } from '#ground/dataset'
import { locateHome } from '#platform/home'
import { openStorage, type Storage } from '#platform/storage'
import { buildDemo, demoRegion } from '../../demo-island/index.ts'
import type { RoadForm } from '../../region/index.ts'
import {
  addExamples,
  checkUsage,
  type JsonOption,
  jsonOption,
  parseWholeNumber,
  print,
  throwUsageError,
} from '../base/index.ts'
import { checkName, readBucketName, runUntilStopped } from './checks.ts'
import { parseDisk } from './options.ts'
import { openBuiltParts, openPartsFolder, parsePartNumber } from './parts.ts'
import { describeManifest } from './report.ts'

interface BuildOptions extends JsonOption {
  osm?: string[]
  dem?: string[]
  landcover?: string[]
  demAttribution?: string
  maxPlaces?: number
  roads?: RoadForm
  workers?: number
  parts?: number
  partsFrom?: string
  to?: string
  engineDisk: string
  inCloud?: true
  stack?: string
  awsRegion?: string
}

export function addBuild(program: Command): void {
  const command = program
    .command('build')
    .argument('<name>', 'name of the region: lower-case letters, digits and hyphens')
    .description(
      `Builds a region and publishes it on this machine. "${demoRegion}" needs no files.`,
    )
    .option(
      '--osm <file...>',
      'OpenStreetMap extracts (.osm.pbf); files, https:// or s3:// addresses',
    )
    .option('--dem <file...>', 'elevation: GeoTIFF or HGT; the first file wins in an overlap')
    .option(
      '--landcover <file...>',
      'land cover where OpenStreetMap has none: ESA WorldCover (GeoTIFF)',
    )
    .option('--dem-attribution <text>', 'source of the elevation, shown with the data')
    .option(
      '--max-places <count>',
      'places in one file: more are written in shards (2000000)',
      parseWholeNumber,
    )
    .addOption(
      new Option(
        '--roads <form>',
        'one file that servers copy, or tiles that calls fetch; default: by size, tiles from 300 MB',
      ).choices(['tar', 'tiles']),
    )
    .option(
      '--workers <n>',
      'threads at once: 2 index places beside the road graph, 3 draw the map too, up to 3 more make places (by cores and memory)',
      parseWorkers,
    )
    .option(
      '--parts <n>',
      'parts of the road graph, at most 30, side by side as far as memory allows (by cores and memory); ' +
        'with --in-cloud: each on a machine of its own (by the size of the extract)',
      parsePartNumber,
    )
    .option(
      '--parts-from <folder>',
      'take the road graph’s parts that build-part has built; removed when the build is published',
    )
    .option('--to <s3://bucket>', 'publish the build in this bucket, too')
    .option(
      '--engine-disk <mib>',
      'with --to: disk of deployed functions in MiB, which holds two builds',
      String(defaultEngineDiskMebibytes),
    )
    .option(
      '--in-cloud',
      'build in the AWS account of a deployment with -c regionBuilds=true, and publish in its bucket',
    )
    .option('--stack <name>', 'with --in-cloud: the stack of region builds (default: Cairn-builds)')
    .option('--aws-region <name>', 'with --in-cloud: AWS region (default: of the environment)')
    .option(...jsonOption)
    .action(build)
  addExamples(
    command,
    'build andorra --osm andorra.osm.pbf --dem N42E001.hgt',
    'build m --in-cloud --osm s3://BUCKET/sources/m.osm.pbf',
  )
}

async function build(name: string, options: BuildOptions): Promise<void> {
  checkName(name)
  const {
    osm,
    dem = [],
    landcover = [],
    demAttribution,
    maxPlaces,
    roads,
    workers,
    parts,
  } = options
  if (!osm && (name !== demoRegion || dem.length > 0 || landcover.length > 0))
    throwUsageError('name at least one extract: --osm FILE')
  if (landcover.length > 0 && dem.length === 0)
    throwUsageError('--landcover needs elevation, too: --dem FILE')
  if (options.inCloud) {
    if (!osm) throwUsageError('name at least one extract: --osm ADDRESS')
    const { partsFrom, to } = options
    const localOnlyOptions = { demAttribution, maxPlaces, roads, workers, partsFrom, to }
    for (const [option, value] of Object.entries(localOnlyOptions))
      if (value !== undefined)
        throwUsageError(
          `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} does not go with --in-cloud`,
        )
    // Loaded on demand, because other builds do not need the AWS SDK.
    const { buildInCloud } = await import('./in-cloud.ts')
    return await buildInCloud(name, { ...options, osm, dem, landcover, parts })
  }
  for (const option of ['stack', 'awsRegion'] as const)
    if (options[option] !== undefined)
      throwUsageError('--stack and --aws-region go with --in-cloud')
  if (options.partsFrom !== undefined && (!osm || parts !== undefined))
    throwUsageError('--parts-from goes with the same --osm as plan-parts, and without --parts')
  const used = readBucketName()
  if (used)
    throwUsageError(
      `CAIRN_BUCKET is set, and regions are built on this machine: unset it, and add --to s3://${used}`,
    )
  const place = { storage: await openStorage(), home: locateHome() }
  const cairnRegion = await import('../../region/index.ts')
  const { parseBucket, buildRegion, defaultMaxGigabytes, fetchInputs, storeInputs } = cairnRegion
  const bucket = options.to === undefined ? undefined : checkUsage(() => parseBucket(options.to!))
  const diskMebibytes = await parseDisk(options.engineDisk)
  const stored = options.partsFrom ? await openPartsFolder(options.partsFrom) : undefined
  const builtParts = stored && (await openBuiltParts(stored))
  const manifest = await runUntilStopped(async (running) => {
    if (!osm) return await buildDemo({ roads, ...place, ...running })
    const fetchFiles = async (kind: string, inputs: readonly string[]) =>
      await fetchInputs({
        inputs,
        folder: join(place.home, 'sources', 'addresses', name, kind),
        maxBytes: defaultMaxGigabytes * 1e9,
        ...running,
      })
    const files = {
      osm: await fetchFiles('osm', osm),
      dem: await fetchFiles('dem', dem),
      landcover: await fetchFiles('landcover', landcover),
    }
    const built = await buildRegion({
      name,
      ...files,
      demAttribution,
      maxPlaces,
      roads,
      parts,
      builtParts,
      ...place,
      ...running,
      ...(workers && { workers }),
    })
    await storeInputs(place.home, name, { ...files, demAttribution })
    return built
  })
  print(options, manifest, `Published.\n\n${describeManifest(manifest)}`)
  if (bucket) await publishIn({ name, bucket, from: place.storage, diskMebibytes })
  await stored?.run(() => cairnRegion.removeStoredParts(stored.storage, stored.prefix))
}

/** Copies the new build from this machine to a bucket, and publishes it there. */
async function publishIn(publication: {
  name: string
  bucket: string
  from: Storage
  diskMebibytes: number
}): Promise<void> {
  const { name, bucket } = publication
  const { publishToBucket } = await import('../../region/index.ts')
  const to = await openStorage({ ...process.env, CAIRN_BUCKET: bucket })
  const { build } = await runUntilStopped(
    (running) => publishToBucket({ ...publication, to, ...running }),
    `the build is on this machine: publish ${name} --to s3://${bucket} goes on.`,
  )
  console.error(`Region ${name} is served from build ${build} of bucket ${bucket}.`)
}

function parseWorkers(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('Expected a number from 1 to 99.')
  return Number(text)
}

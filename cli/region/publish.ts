import type { Command } from 'commander'
import {
  defaultEngineDiskMebibytes,
  type Pointer,
  publish,
  readManifest,
  rollback,
} from '#ground/dataset'
import { openStorage } from '#platform/storage'
import {
  addExamples,
  checkUsage,
  type JsonOption,
  jsonOption,
  print,
  throwUsageError,
} from '../base/index.ts'
import { checkBuild, checkName, readBucketName, runUntilStopped } from './checks.ts'
import { parseDisk } from './options.ts'

interface PublishOptions extends JsonOption {
  to?: string
  engineDisk: string
}

/** Adds the commands that select the served build. */
export function addPublishing(program: Command): void {
  const publishCommand = program
    .command('publish')
    .argument('<name>', 'name of the region')
    .argument('[build]', 'build id (with --to, default: the build published on this machine)')
    .description('Serves a build of a region: from this machine, or copied to a bucket.')
    .option('--to <s3://bucket>', 'first copy the build from this machine to this bucket')
    .option(
      '--engine-disk <mib>',
      'disk of deployed functions in MiB, which holds two builds',
      String(defaultEngineDiskMebibytes),
    )
    .option(...jsonOption)
    .action(publishBuild)
  addExamples(
    publishCommand,
    'publish andorra 20261121T004512Z-3f9a1c',
    'publish andorra --to s3://BUCKET',
  )

  const rollbackCommand = program
    .command('rollback')
    .argument('<name>', 'name of the region')
    .description('Serves the previously published build again.')
    .option(...jsonOption)
    .action(rollBack)
  addExamples(rollbackCommand, 'rollback andorra')
}

async function publishBuild(
  name: string,
  build: string | undefined,
  options: PublishOptions,
): Promise<void> {
  checkName(name)
  if (build) checkBuild(build)
  const { assertFitsDisk } = await import('../../region/index.ts')
  const diskMebibytes = await parseDisk(options.engineDisk)
  if (options.to !== undefined)
    return copyAndPublish({ ...options, to: options.to, name, build, diskMebibytes })
  if (!build) throwUsageError('name the build to publish, or a bucket: --to s3://BUCKET')

  const storage = await openStorage()
  if (readBucketName()) assertFitsDisk(await readManifest(storage, name, build), diskMebibytes)
  const pointer = await publish(storage, name, build)
  print(
    options,
    toPublication(name, pointer),
    `Region ${name} is served from build ${pointer.build}.`,
  )
}

async function copyAndPublish({
  to: target,
  name,
  build,
  diskMebibytes,
  json,
}: JsonOption & {
  to: string
  name: string
  build: string | undefined
  diskMebibytes: number
}): Promise<void> {
  const { parseBucket, publishToBucket } = await import('../../region/index.ts')
  const bucket = checkUsage(() => parseBucket(target))
  const from = await openStorage({ ...process.env, CAIRN_BUCKET: undefined })
  const to = await openStorage({ ...process.env, CAIRN_BUCKET: bucket })
  const pointer = await runUntilStopped(
    (running) => publishToBucket({ name, build, bucket, from, to, diskMebibytes, ...running }),
    'nothing was published. Uploaded parts are kept; the same command resumes.',
  )
  print(
    { json },
    { bucket, ...toPublication(name, pointer) },
    `Region ${name} is served from build ${pointer.build} of bucket ${bucket}; running functions switch within a minute.`,
  )
}

async function rollBack(name: string, options: JsonOption): Promise<void> {
  checkName(name)
  const pointer = await rollback(await openStorage(), name)
  print(
    options,
    toPublication(name, pointer),
    `Region ${name} is served from build ${pointer.build} again.`,
  )
}

/** Builds the `--json` record of a published build. */
function toPublication(
  name: string,
  { build, previous }: Pointer,
): Omit<Pointer, 'manifests'> & { name: string } {
  return { name, build, previous }
}

import type { Command } from 'commander'
import {
  defaultEngineDiskMebibytes,
  type Pointer,
  publish,
  readManifest,
  rollback,
} from '../../lib/dataset/index.ts'
import { openStorage } from '../../lib/storage/index.ts'
import {
  assertFitsDisk,
  bucketOf,
  maxDiskMebibytes,
  minDiskMebibytes,
  publishToBucket,
} from '../../region/index.ts'
import {
  assertBuild,
  assertName,
  bucketInUse,
  interruptible,
  type JsonOption,
  jsonFlag,
  print,
  usage,
  wrongUse,
} from '../base/command.ts'

interface PublishOptions extends JsonOption {
  to?: string
  engineDisk: string
}

/** The commands that say what is served. */
export function addPublishing(program: Command): void {
  program
    .command('publish')
    .argument('<name>')
    .argument('[build]', 'with --to: by default the one published on this machine')
    .description('serve this build of a region, here or from a bucket')
    .option('--to <s3://bucket>', 'first copy the build from this machine to a bucket')
    .option(
      '--engine-disk <mib>',
      'disk of deployed functions, which has to hold two builds',
      String(defaultEngineDiskMebibytes),
    )
    .option(...jsonFlag)
    .action(async (name: string, build: string | undefined, options: PublishOptions) => {
      assertName(name)
      if (build) assertBuild(build)
      const diskMebibytes = diskOf(options.engineDisk)
      if (options.to !== undefined) await publishTo(options.to, name, build, diskMebibytes, options)
      else if (build) await publishInPlace(name, build, diskMebibytes, options)
      else wrongUse('name the build to publish, or where to: --to s3://BUCKET')
    })

  program
    .command('rollback')
    .argument('<name>')
    .description('serve the build that was published before the present one')
    .option(...jsonFlag)
    .action(async (name: string, { json }: JsonOption) => {
      assertName(name)
      const pointer = await rollback(await openStorage(), name)
      print(
        json,
        told(name, pointer),
        `Region ${name} is served from build ${pointer.build} again.`,
      )
    })
}

async function publishInPlace(
  name: string,
  build: string,
  diskMebibytes: number,
  { json }: JsonOption,
): Promise<void> {
  const storage = await openStorage()
  if (bucketInUse()) assertFitsDisk(await readManifest(storage, name, build), diskMebibytes)
  const pointer = await publish(storage, name, build)
  print(json, told(name, pointer), `Region ${name} is served from build ${pointer.build}.`)
}

async function publishTo(
  target: string,
  name: string,
  build: string | undefined,
  diskMebibytes: number,
  { json }: JsonOption,
): Promise<void> {
  const bucket = usage(() => bucketOf(target))
  const from = await openStorage({ ...process.env, CAIRN_BUCKET: undefined })
  const to = await openStorage({ ...process.env, CAIRN_BUCKET: bucket })
  const pointer = await interruptible(
    (running) => publishToBucket({ name, build, bucket, from, to, diskMebibytes, ...running }),
    'nothing was published. What was sent is kept, and the same command goes on from there.',
  )
  print(
    json,
    { bucket, ...told(name, pointer) },
    `Region ${name} is served from build ${pointer.build} of bucket ${bucket}; functions at work switch within a minute.`,
  )
}

/** What scripts are told of a pointer. */
function told(
  name: string,
  { build, previous }: Pointer,
): Omit<Pointer, 'manifests'> & { name: string } {
  return { name, build, previous }
}

function diskOf(text: string): number {
  const mebibytes = Number(text)
  const [least, most] = [minDiskMebibytes, maxDiskMebibytes]
  if (Number.isInteger(mebibytes) && mebibytes >= least && mebibytes <= most) return mebibytes
  return wrongUse(`--engine-disk takes whole MiB from ${least} to ${most}, not "${text}"`)
}

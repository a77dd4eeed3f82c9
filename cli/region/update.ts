import type { Command } from 'commander'
import { defaultEngineDiskMebibytes } from '#ground/dataset'
import { locateHome } from '#platform/home'
import { openStorage } from '#platform/storage'
import { demoRegion } from '../../demo-island/index.ts'
import {
  addExamples,
  checkUsage,
  type JsonOption,
  jsonOption,
  print,
  throwUsageError,
} from '../base/index.ts'
import { checkName, readBucketName, runUntilStopped } from './checks.ts'
import { addServers, parseDisk, parseMaxBytes, type ServerOptions } from './options.ts'

interface UpdateOptions extends JsonOption, ServerOptions {
  area?: string[]
  to?: string
  engineDisk: string
}

export function addUpdate(program: Command): void {
  const command = program
    .command('update')
    .argument('<name>', 'name of the region')
    .description(
      'Fetches newer extracts of a region, builds it from them and publishes it; does nothing when there are none. ' +
        'A failure leaves what is served.',
    )
    .option('--area <area...>', 'areas to fetch (default: those the region was built from)')
    .option('--to <s3://bucket>', 'publish the build in this bucket, too')
    .option(
      '--engine-disk <mib>',
      'disk of deployed functions in MiB, which holds two builds',
      String(defaultEngineDiskMebibytes),
    )
  addServers(command)
    .option(...jsonOption)
    .action(update)
  addExamples(command, 'update andorra', 'update andorra --area europe/andorra --to s3://BUCKET')
}

async function update(name: string, options: UpdateOptions): Promise<void> {
  checkName(name)
  if (name === demoRegion) throwUsageError(`the region ${demoRegion} is made up: nothing is newer`)
  const used = readBucketName()
  if (used)
    throwUsageError(
      `CAIRN_BUCKET is set, and regions are built on this machine: unset it, and add --to s3://${used}`,
    )
  const { assertArea, parseBucket, updateRegion } = await import('../../region/index.ts')
  const { area: areas, to, osmBase, demBase, dem: withDem } = options
  for (const area of areas ?? []) checkUsage(() => assertArea(area))
  const maxBytes = await parseMaxBytes(options)
  const diskMebibytes = await parseDisk(options.engineDisk)
  const bucket = to === undefined ? undefined : checkUsage(() => parseBucket(to))
  const storage = await openStorage()
  const bucketStorage = bucket && (await openStorage({ ...process.env, CAIRN_BUCKET: bucket }))
  const updated = await runUntilStopped(
    (running) =>
      updateRegion({
        name,
        areas,
        storage,
        maxBytes,
        ...running,
        home: locateHome(),
        from: { osmBase, demBase, withDem },
        ...(bucket &&
          bucketStorage && { bucket: { name: bucket, storage: bucketStorage, diskMebibytes } }),
      }),
    'what was served is unchanged. The same command goes on.',
  )
  const { build, isPublished } = updated
  const place = bucket ? ` of bucket ${bucket}` : ''
  print(
    options,
    { ...updated, ...(bucket && { bucket }) },
    isPublished
      ? `Region ${name} is served from build ${build}${place}.`
      : `Region ${name} is already the newest: build ${build}${place}.`,
  )
}

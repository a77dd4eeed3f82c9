import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import {
  assertBuildId,
  assertRegionName,
  DatasetError,
  listBuilds,
  listDatasets,
  publish,
  readManifest,
  readPointer,
  rollback,
  verify,
} from '../lib/dataset/index.ts'
import { ApiError } from '../lib/errors/index.ts'
import { cairnHome, openStorage } from '../lib/storage/index.ts'
import { buildRegion } from './build.ts'
import { buildDemo, demoRegion } from './demo-build.ts'
import { RegionError } from './errors.ts'
import { assertArea, fetchArea } from './fetch/index.ts'
import { showProgress } from './progress.ts'
import { describeManifest, formatRegions } from './report.ts'

interface JsonOption {
  json?: boolean
}

const jsonFlag = ['--json', 'answer with JSON'] as const

function print(json: boolean | undefined, value: unknown, text: string): void {
  console.log(json ? JSON.stringify(value, null, 2) : text)
}

/** Runs long work with progress on stderr; the first Ctrl-C ends it cleanly, a second one at once. */
async function interruptible<T>(
  work: (options: {
    progress: ReturnType<typeof showProgress>['progress']
    signal: AbortSignal
  }) => Promise<T>,
): Promise<T> {
  const abort = new AbortController()
  const { progress, stop } = showProgress(process.stderr)
  const signals = { SIGINT: 130, SIGTERM: 143 } as const
  for (const [name, status] of Object.entries(signals))
    process.once(name, () => {
      process.once(name, () => process.exit(status))
      process.exitCode = status
      abort.abort(new RegionError(`Stopped by ${name}; nothing was published.`))
    })
  try {
    return await work({ progress, signal: abort.signal })
  } finally {
    stop()
  }
}

const program = new Command('region')
  .description(
    'Builds, publishes and lists regions: OpenStreetMap plus elevation in, a data set out.',
  )
  .exitOverride()
  .configureOutput({ outputError: () => {} })
  .showHelpAfterError(false)
  .addHelpText(
    'after',
    '\nData is kept under $CAIRN_HOME (.cairn). Run it as: npm run region -- <command>',
  )

program
  .command('build')
  .argument('<name>', 'name of the region: lower-case letters, digits and hyphens')
  .description(`build a region and publish it; "build ${demoRegion}" needs no files`)
  .option('--osm <file...>', 'OpenStreetMap extracts (.osm.pbf)')
  .option('--dem <file...>', 'elevation: GeoTIFF or HGT; where files overlap, the first counts')
  .option('--dem-attribution <text>', 'where the elevation is from, to be shown with the data')
  .option(...jsonFlag)
  .action(
    async (
      name: string,
      options: JsonOption & { osm?: string[]; dem?: string[]; demAttribution?: string },
    ) => {
      assertName(name)
      const { osm, dem = [], demAttribution } = options
      if (!osm && (name !== demoRegion || dem.length > 0))
        throw new CommanderError(2, 'usage', 'name at least one extract: --osm FILE')
      const place = { storage: openStorage(), home: cairnHome() }
      const manifest = await interruptible((running) =>
        osm
          ? buildRegion({ name, osm, dem, demAttribution, ...place, ...running })
          : buildDemo({ ...place, ...running }),
      )
      print(options.json, manifest, `Published.\n\n${describeManifest(manifest)}`)
    },
  )

program
  .command('list')
  .description('list all regions with what is published')
  .option(...jsonFlag)
  .action(async ({ json }: JsonOption) => {
    const regions = await listDatasets(openStorage())
    print(json, regions, formatRegions(regions))
  })

program
  .command('show')
  .argument('<name>')
  .argument('[build]', 'default: the published one')
  .description('show a build of a region')
  .option('--verify', 'read all files and compare them with the manifest')
  .option(...jsonFlag)
  .action(
    async (
      name: string,
      wanted: string | undefined,
      options: JsonOption & { verify?: boolean },
    ) => {
      assertName(name)
      if (wanted) assertBuild(wanted)
      const storage = openStorage()
      const builds = await listBuilds(storage, name)
      if (builds.length === 0)
        throw new DatasetError(
          `There is no region ${name}; build it with: npm run region -- build ${name} --osm FILE`,
        )
      const published = (await readPointer(storage, name))?.build ?? null
      const build = wanted ?? published
      if (!build)
        throw new DatasetError(
          `Nothing is published of region ${name}; it has ${builds.join(', ')}.`,
        )
      const manifest = await readManifest(storage, name, build)
      if (options.verify) await verify(storage, name, build)
      const text = [describeManifest(manifest), '', `published: ${published ?? 'nothing'}`]
      if (builds.length > 1) text.push(`builds:    ${builds.join('\n           ')}`)
      if (options.verify) text.push('All files are as the manifest says.')
      print(options.json, { ...manifest, published, builds }, text.join('\n'))
    },
  )

program
  .command('publish')
  .argument('<name>')
  .argument('<build>')
  .description('serve this build of a region')
  .option(...jsonFlag)
  .action(async (name: string, build: string, { json }: JsonOption) => {
    assertName(name)
    assertBuild(build)
    const pointer = await publish(openStorage(), name, build)
    print(json, { name, ...pointer }, `Region ${name} is served from build ${pointer.build}.`)
  })

program
  .command('rollback')
  .argument('<name>')
  .description('serve the build that was published before the present one')
  .option(...jsonFlag)
  .action(async (name: string, { json }: JsonOption) => {
    assertName(name)
    const pointer = await rollback(openStorage(), name)
    print(json, { name, ...pointer }, `Region ${name} is served from build ${pointer.build} again.`)
  })

program
  .command('fetch')
  .argument('<area>', 'as in the addresses of download.geofabrik.de, for example europe/andorra')
  .description(
    'download an OpenStreetMap extract and the Copernicus GLO-30 elevation of its bounds',
  )
  .option(
    '--osm-base <url>',
    'where extracts are',
    process.env.CAIRN_OSM_BASE ?? 'https://download.geofabrik.de',
  )
  .option(
    '--dem-base <url>',
    'where elevation tiles are',
    process.env.CAIRN_DEM_BASE ?? 'https://copernicus-dem-30m.s3.amazonaws.com',
  )
  .option('--no-dem', 'without elevation')
  .option(...jsonFlag)
  .action(
    async (
      area: string,
      options: JsonOption & { osmBase: string; demBase: string; dem: boolean },
    ) => {
      usage(() => assertArea(area))
      const folder = join(cairnHome(), 'sources')
      const { osmBase, demBase, dem } = options
      const fetched = await interruptible((running) =>
        fetchArea({ area, folder, osmBase, demBase, withDem: dem, ...running }),
      )
      print(options.json, fetched, `Next:\n  ${fetched.command}`)
    },
  )

/** A name that cannot be one is a wrong use of the command line, not a fault of the data. */
function usage(check: () => void): void {
  try {
    check()
  } catch (error) {
    throw new CommanderError(2, 'usage', (error as Error).message)
  }
}
const assertName = (name: string): void => usage(() => assertRegionName(name))
const assertBuild = (build: string): void => usage(() => assertBuildId(build))

function oneLine(error: unknown): string {
  if (error instanceof ApiError) {
    const cause = error.cause as Error | undefined
    return `The storage cannot be used: ${cause?.message ?? error.message}`
  }
  return error instanceof Error ? error.message : String(error)
}

/** Runs the command line; the process's exit status tells: 0 done, 1 failed, 2 wrongly used. */
async function main(): Promise<void> {
  try {
    if (process.argv.length === 2)
      throw new CommanderError(
        2,
        'usage',
        'name a command: build, list, show, publish, rollback or fetch; --help says more',
      )
    await program.parseAsync()
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return
      console.error(`region: ${error.message.replace(/^error: /, '').replaceAll('\n', ' ')}`)
      process.exitCode = 2
      return
    }
    const expected =
      error instanceof RegionError || error instanceof DatasetError || error instanceof ApiError
    console.error(`region: ${oneLine(error)}`)
    if (!expected && process.env.DEBUG) console.error(error)
    process.exitCode ||= 1
  }
}

await main()

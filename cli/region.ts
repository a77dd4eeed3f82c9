import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { buildDemo, demoRegion } from '../demo-island/index.ts'
import {
  DatasetError,
  listBuilds,
  listDatasets,
  readManifest,
  readPointer,
  verify,
} from '../lib/dataset/index.ts'
import { ApiError } from '../lib/errors/index.ts'
import { cairnHome, openStorage } from '../lib/storage/index.ts'
import {
  assertArea,
  buildRegion,
  defaultMaxGigabytes,
  fetchArea,
  RegionError,
  storageErrorMessage,
} from '../region/index.ts'
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
} from './base/command.ts'
import { addPublishing } from './region/publish.ts'
import { describeManifest, formatRegions } from './region/report.ts'

const program = new Command('region')
  .description(
    'Builds, publishes and lists regions: OpenStreetMap plus elevation in, a data set out.',
  )
  .exitOverride()
  .configureOutput({ outputError: () => {} })
  .showHelpAfterError(false)
  .addHelpText(
    'after',
    '\nData is kept under $CAIRN_HOME (.cairn); with CAIRN_BUCKET set, list, show,\n' +
      'publish and rollback work on that bucket. Run it as: npm run region -- <command>',
  )

program
  .command('build')
  .argument('<name>', 'name of the region: lower-case letters, digits and hyphens')
  .description(`build a region and publish it; "build ${demoRegion}" needs no files`)
  .option('--osm <file...>', 'OpenStreetMap extracts (.osm.pbf)')
  .option('--dem <file...>', 'elevation: GeoTIFF or HGT; where files overlap, the first counts')
  .option(
    '--landcover <file...>',
    'land cover where OpenStreetMap has none: ESA WorldCover (GeoTIFF)',
  )
  .option('--dem-attribution <text>', 'where the elevation is from, to be shown with the data')
  .option(...jsonFlag)
  .action(
    async (
      name: string,
      options: JsonOption & {
        osm?: string[]
        dem?: string[]
        landcover?: string[]
        demAttribution?: string
      },
    ) => {
      assertName(name)
      const { osm, dem = [], landcover = [], demAttribution } = options
      if (!osm && (name !== demoRegion || dem.length > 0 || landcover.length > 0))
        wrongUse('name at least one extract: --osm FILE')
      if (landcover.length > 0 && dem.length === 0)
        wrongUse('--landcover is of use only with elevation: --dem FILE')
      const bucket = bucketInUse()
      if (bucket)
        wrongUse(
          `CAIRN_BUCKET is set, and regions are built on this machine: unset it, build, then publish ${name} --to s3://${bucket}`,
        )
      const place = { storage: await openStorage(), home: cairnHome() }
      const manifest = await interruptible((running) =>
        osm
          ? buildRegion({ name, osm, dem, landcover, demAttribution, ...place, ...running })
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
    const regions = await listDatasets(await openStorage())
    print(json, regions, formatRegions(regions, bucketInUse()))
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
      const storage = await openStorage()
      const builds = await listBuilds(storage, name)
      const bucket = bucketInUse()
      if (builds.length === 0)
        throw new DatasetError(
          bucket
            ? `There is no region ${name} in bucket ${bucket}; bring it with: npm run region -- publish ${name} --to s3://${bucket}`
            : `There is no region ${name}; build it with: npm run region -- build ${name} --osm FILE`,
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

addPublishing(program)

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
  .option('--max-gb <n>', 'refuse an extract larger than this', String(defaultMaxGigabytes))
  .option(...jsonFlag)
  .action(
    async (
      area: string,
      options: JsonOption & { osmBase: string; demBase: string; dem: boolean; maxGb: string },
    ) => {
      usage(() => assertArea(area))
      const maxBytes = 1e9 * Number(options.maxGb)
      if (!(maxBytes > 0)) wrongUse(`--max-gb is a number above 0, not "${options.maxGb}"`)
      const folder = join(cairnHome(), 'sources')
      const { osmBase, demBase, dem } = options
      const fetched = await interruptible((running) =>
        fetchArea({ area, folder, osmBase, demBase, withDem: dem, maxBytes, ...running }),
      )
      print(options.json, fetched, `Next:\n  ${fetched.command}`)
    },
  )

function oneLine(error: unknown): string {
  if (error instanceof ApiError) return storageErrorMessage(error, bucketInUse())
  return error instanceof Error ? error.message : String(error)
}

/** Runs the command line; the process's exit status tells: 0 done, 1 failed, 2 wrongly used. */
async function main(): Promise<void> {
  try {
    if (process.argv.length === 2)
      wrongUse('name a command: build, list, show, publish, rollback or fetch; --help says more')
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

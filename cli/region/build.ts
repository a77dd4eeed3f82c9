import { type Command, InvalidArgumentError, Option } from 'commander'
import { buildDemo, demoRegion } from '../../demo-island/index.ts'
import { cairnHome } from '../../lib/home/index.ts'
import { openStorage } from '../../lib/storage/index.ts'
import type { RoadForm } from '../../region/index.ts'
import {
  addExamples,
  type JsonOption,
  jsonOption,
  print,
  usageError,
  wholeNumber,
} from '../base/index.ts'
import { bucketInUse, checkName, untilStopped } from './checks.ts'
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
}

export function addBuild(program: Command): void {
  const command = program
    .command('build')
    .argument('<name>', 'name of the region: lower-case letters, digits and hyphens')
    .description(
      `Builds a region and publishes it on this machine. "${demoRegion}" needs no files.`,
    )
    .option('--osm <file...>', 'OpenStreetMap extracts (.osm.pbf)')
    .option('--dem <file...>', 'elevation: GeoTIFF or HGT; the first file wins in an overlap')
    .option(
      '--landcover <file...>',
      'land cover where OpenStreetMap has none: ESA WorldCover (GeoTIFF)',
    )
    .option('--dem-attribution <text>', 'source of the elevation, shown with the data')
    .option(
      '--max-places <count>',
      'places in one file: more are written in shards (2000000)',
      wholeNumber,
    )
    .addOption(
      new Option(
        '--roads <form>',
        'one file that servers copy, or tiles that calls fetch; default: by size, tiles from 300 MB',
      ).choices(['tar', 'tiles']),
    )
    .option(
      '--workers <n>',
      'stages at once: 2 index places beside the road graph, 3 draw the map too (by cores and memory)',
      workersOf,
    )
    .option(
      '--parts <n>',
      'parts of the road graph, at most 30, side by side as far as memory allows (by cores and memory)',
      partsOf,
    )
    .option(...jsonOption)
    .action(build)
  addExamples(command, 'build andorra --osm andorra.osm.pbf --dem N42E001.hgt')
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
    usageError('name at least one extract: --osm FILE')
  if (landcover.length > 0 && dem.length === 0)
    usageError('--landcover needs elevation, too: --dem FILE')
  const bucket = bucketInUse()
  if (bucket)
    usageError(
      `CAIRN_BUCKET is set, and regions are built on this machine: unset it, build, then publish ${name} --to s3://${bucket}`,
    )
  const place = { storage: await openStorage(), home: cairnHome() }
  const { buildRegion, rememberInputs } = await import('../../region/index.ts')
  const manifest = await untilStopped((running) =>
    osm
      ? buildRegion({
          ...{ name, osm, dem, landcover, demAttribution, maxPlaces, roads, parts },
          ...place,
          ...running,
          ...(workers && { workers }),
        })
      : buildDemo({ roads, ...place, ...running }),
  )
  if (osm) await rememberInputs(place.home, name, { osm, dem, landcover, demAttribution })
  print(options, manifest, `Published.\n\n${describeManifest(manifest)}`)
}

function partsOf(text: string): number {
  if (!/^([1-9]|[12]\d|30)$/.test(text))
    throw new InvalidArgumentError('Expected a number from 1 to 30.')
  return Number(text)
}

function workersOf(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('Expected a number from 1 to 99.')
  return Number(text)
}

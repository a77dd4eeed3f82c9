import { join } from 'node:path'
import type { Command } from 'commander'
import { cairnHome } from '../../lib/home/index.ts'
import {
  addExamples,
  checkUsage,
  type JsonOption,
  jsonOption,
  print,
  usageError,
} from '../base/index.ts'
import { untilStopped } from './checks.ts'

interface FetchOptions extends JsonOption {
  osmBase: string
  demBase: string
  dem: boolean
  maxGb?: string
}

export function addFetch(program: Command): void {
  const command = program
    .command('fetch')
    .argument('<area>', 'path of an area at download.geofabrik.de, for example europe/andorra')
    .description(
      'Downloads an OpenStreetMap extract and the Copernicus GLO-30 elevation of its bounds; ' +
        'continues an interrupted download.',
    )
    .option(
      '--osm-base <url>',
      'server of the extracts',
      process.env.CAIRN_OSM_BASE ?? 'https://download.geofabrik.de',
    )
    .option(
      '--dem-base <url>',
      'server of the elevation tiles',
      process.env.CAIRN_DEM_BASE ?? 'https://copernicus-dem-30m.s3.amazonaws.com',
    )
    .option('--no-dem', 'without elevation')
    .option('--max-gb <gb>', 'refuse a larger extract, in GB (default: 40)')
    .option(...jsonOption)
    .action(fetchSources)
  addExamples(command, 'fetch europe/andorra', 'fetch north-america/us/vermont --max-gb 1')
}

async function fetchSources(area: string, options: FetchOptions): Promise<void> {
  const { assertArea, defaultMaxGigabytes, fetchArea } = await import('../../region/index.ts')
  checkUsage(() => assertArea(area))
  const maxBytes = 1e9 * Number(options.maxGb ?? defaultMaxGigabytes)
  if (!(maxBytes > 0)) usageError(`--max-gb is a number above 0, not "${options.maxGb}"`)
  const folder = join(cairnHome(), 'sources')
  const { osmBase, demBase, dem } = options
  const fetched = await untilStopped((running) =>
    fetchArea({ area, folder, osmBase, demBase, withDem: dem, maxBytes, ...running }),
  )
  print(options, fetched, `Next:\n  ${fetched.command}`)
}

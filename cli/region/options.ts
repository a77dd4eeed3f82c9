import type { Command } from 'commander'
import { throwUsageError } from '../base/index.ts'

/** Servers of the sources, and the limit of their size. */
export interface ServerOptions {
  osmBase: string
  demBase: string
  dem: boolean
  maxGb?: string
}

/** Adds the options of commands that fetch sources. */
export function addServers(command: Command): Command {
  return command
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
}

export async function parseMaxBytes({ maxGb }: ServerOptions): Promise<number> {
  const { defaultMaxGigabytes } = await import('../../region/index.ts')
  const maxBytes = 1e9 * Number(maxGb ?? defaultMaxGigabytes)
  return maxBytes > 0 ? maxBytes : throwUsageError(`--max-gb is a number above 0, not "${maxGb}"`)
}

/** Parses the disk size of deployed functions, in MiB. */
export async function parseDisk(text: string): Promise<number> {
  const { minDiskMebibytes: min, maxDiskMebibytes: max } = await import('../../region/index.ts')
  const mebibytes = Number(text)
  if (Number.isInteger(mebibytes) && mebibytes >= min && mebibytes <= max) return mebibytes
  return throwUsageError(`--engine-disk takes whole MiB from ${min} to ${max}, not "${text}"`)
}

import { join } from 'node:path'
import type { Command } from 'commander'
import { locateHome } from '#platform/home'
import { addExamples, checkUsage, type JsonOption, jsonOption, print } from '../base/index.ts'
import { runUntilStopped } from './checks.ts'
import { addServers, parseMaxBytes, type ServerOptions } from './options.ts'

type FetchOptions = JsonOption & ServerOptions

export function addFetch(program: Command): void {
  const command = addServers(
    program
      .command('fetch')
      .argument('<area>', 'path of an area at download.geofabrik.de, for example europe/andorra')
      .description(
        'Downloads an OpenStreetMap extract and the Copernicus GLO-30 elevation of its bounds; ' +
          'continues an interrupted download.',
      ),
  )
    .option(...jsonOption)
    .action(fetchSources)
  addExamples(command, 'fetch europe/andorra', 'fetch north-america/us/vermont --max-gb 1')
}

async function fetchSources(area: string, options: FetchOptions): Promise<void> {
  const { assertArea, fetchArea } = await import('../../region/index.ts')
  checkUsage(() => assertArea(area))
  const maxBytes = await parseMaxBytes(options)
  const folder = join(locateHome(), 'sources')
  const { osmBase, demBase, dem } = options
  const fetched = await runUntilStopped((running) =>
    fetchArea({ area, folder, osmBase, demBase, withDem: dem, maxBytes, ...running }),
  )
  print(options, fetched, `Next:\n  ${fetched.command}`)
}

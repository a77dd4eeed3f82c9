/** Reads an extract in one way of the build and tells its end and the peak of its memory, as JSON. */
import { join } from 'node:path'
import { writeEngineExtracts } from '../../../region/engine-extract/index.ts'
import { inspectOsm, OsmSource } from '../../../region/osm/index.ts'

const [path = '', way = '', folder = ''] = process.argv.slice(2)
const ways: Record<string, () => Promise<unknown>> = {
  inspect: () => inspectOsm(path),
  visit: () => new OsmSource([path]).visit({ node() {}, way() {}, relation() {} }),
  rewrite: () => writeEngineExtracts([path], () => join(folder, 'rewritten.osm.pbf')),
}
const end = await ways[way]!().then(
  () => 'read',
  (error: Error) => `${error.name}: ${error.message}`,
)
// maxRSS is in kilobytes.
console.log(JSON.stringify({ end, peakBytes: process.resourceUsage().maxRSS * 1024 }))

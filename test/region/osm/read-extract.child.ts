/** Reads an extract in one way of the build; prints the outcome and the peak memory as JSON. */
import { readFileSync } from 'node:fs'
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
console.log(JSON.stringify({ end, peakBytes: peakBytes() }))

/** Returns this process's peak memory, bytes; at the start, `maxRSS` may include memory shared with the parent. */
function peakBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))!
  return Number(kilobytes) * 1024
}

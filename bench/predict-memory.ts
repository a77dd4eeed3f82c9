import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openDataset } from '#ground/dataset'
import { openLandscape } from '#ground/landscape'
import { openStorage } from '#platform/storage'
import { predict } from '#prediction'
import { type BenchGround, createIncidentAt } from './predict-regions.ts'

const calls = 12
const self = fileURLToPath(import.meta.url)

interface Memory {
  before: number
  max: number
  after: number
}

/** Measures the memory of a process that only predicts 5 km circles. */
export function printMemory({ region, home, origins }: BenchGround): void {
  const { lat, lon } = origins[0]!
  const options = ['--expose-gc', self, home, region, String(lat), String(lon)]
  const output = execFileSync(process.execPath, options, { encoding: 'utf8' })
  const { before, max, after } = JSON.parse(output) as Memory
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  console.log(
    `predict, memory: a process of its own, ${region}, ${calls} circles of 5 km: resident ${megabytes(before)} before the ` +
      `first, ${megabytes(max)} at most, ${megabytes(after)} after them and a garbage collection\n`,
  )
}

async function measure([home, region, lat, lon]: readonly string[]): Promise<void> {
  const storage = await openStorage({ CAIRN_HOME: home! })
  const landscape = await openLandscape(storage, await openDataset(storage, region!))
  const before = process.memoryUsage.rss()
  for (let call = 0; call < calls; call++) {
    const profile = call % 2 ? 'despondent' : 'dementia_alzheimers'
    await predict(
      landscape,
      createIncidentAt(profile, { lat: Number(lat), lon: Number(lon) }, 5_000),
    )
  }
  // Peak resident set of the process, in kilobytes.
  const max = process.resourceUsage().maxRSS * 1024
  globalThis.gc?.()
  console.log(JSON.stringify({ before, max, after: process.memoryUsage.rss() } satisfies Memory))
}

if (process.argv[1] === self) await measure(process.argv.slice(2))

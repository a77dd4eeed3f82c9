import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openDataset } from '../lib/dataset/index.ts'
import { openLandscape } from '../lib/landscape/index.ts'
import { predict, warmPredict } from '../lib/prediction/index.ts'
import { openStorage } from '../lib/storage/index.ts'
import { type BenchGround, incidentAt } from './predict-regions.ts'
import { percentile, table } from './statistics.ts'

const processes = 7
const self = fileURLToPath(import.meta.url)

interface Calls {
  warmUp: number
  first: number
  second: number
}

/** The first 5 km circles of new processes, with the warm-up of the workers and without it, in turn. */
export function printFirstCalls({ region, home, origins }: BenchGround): void {
  const { lat, lon } = origins[0]!
  const calls = { warm: [] as Calls[], cold: [] as Calls[] }
  for (let run = 0; run < processes; run++) {
    for (const start of run % 2 ? (['warm', 'cold'] as const) : (['cold', 'warm'] as const)) {
      const options = [self, start, home, region, String(lat), String(lon)]
      const output = execFileSync(process.execPath, options, { encoding: 'utf8' })
      calls[start].push(JSON.parse(output) as Calls)
    }
  }
  const rows = [['', 'warm-up', 'first call', 'second call', 'ratio']]
  for (const [label, list] of [
    ['after the warm-up', calls.warm],
    ['without it', calls.cold],
  ] as const) {
    const median = (value: (calls: Calls) => number) => percentile(list.map(value), 0.5)
    const ms = (value: number) => `${value.toFixed(0)} ms`
    rows.push([
      label,
      ms(median(({ warmUp }) => warmUp)),
      ms(median(({ first }) => first)),
      ms(median(({ second }) => second)),
      `${median(({ first, second }) => first / second).toFixed(1)} x`,
    ])
  }
  console.log(
    `predict, first calls: ${region}, circles of 5 km, medians of ${processes} processes each, in turn`,
  )
  console.log(`${table(rows)}\n`)
}

async function measure([start, home, region, lat, lon]: readonly string[]): Promise<void> {
  const storage = await openStorage({ CAIRN_HOME: home! })
  const landscape = await openLandscape(storage, await openDataset(storage, region!))
  const timed = async (work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    return performance.now() - from
  }
  const center = { lat: Number(lat), lon: Number(lon) }
  const call = () => predict(landscape, incidentAt('dementia_alzheimers', center, 5_000))
  const warmUp = await timed(async () => start === 'warm' && (await warmPredict(landscape)))
  const first = await timed(call)
  const second = await timed(call)
  console.log(JSON.stringify({ warmUp, first, second } satisfies Calls))
}

if (process.argv[1] === self) await measure(process.argv.slice(2))

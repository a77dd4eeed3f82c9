import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openDataset } from '#ground/dataset'
import { openLandscape } from '#ground/landscape'
import { openStorage } from '#platform/storage'
import { compilePredict, predict, warmPredict } from '#prediction'
import { type BenchGround, createIncidentAt } from './predict-regions.ts'
import { formatTable, percentile } from './statistics.ts'

const processes = 7
const self = fileURLToPath(import.meta.url)

/** Kinds of process start, with the warm-up before the first call. */
const starts = {
  worker: { label: 'warmed as a local worker', warm: compilePredict },
  function: { label: 'warmed as a function', warm: warmPredict },
  none: { label: 'without a warm-up', warm: async () => {} },
}

type Start = keyof typeof starts

const startNames = Object.keys(starts) as Start[]

interface Calls {
  warmUp: number
  first: number
  second: number
}

/**
 * Measures the first 5 km circles of new processes, alternating between the warm-up of a local worker, the warm-up of
 * a function and no warm-up.
 */
export function printFirstCalls({ region, home, origins }: BenchGround): void {
  const { lat, lon } = origins[0]!
  const calls: Record<Start, Calls[]> = { worker: [], function: [], none: [] }
  for (let run = 0; run < processes; run++) {
    for (const start of run % 2 ? startNames : startNames.toReversed()) {
      const options = [self, start, home, region, String(lat), String(lon)]
      const output = execFileSync(process.execPath, options, { encoding: 'utf8' })
      calls[start].push(JSON.parse(output) as Calls)
    }
  }
  const rows = [['', 'warm-up', 'first call', 'second call', 'ratio']]
  for (const start of startNames) {
    const list = calls[start]
    const median = (value: (calls: Calls) => number) => percentile(list.map(value), 0.5)
    const ms = (value: number) => `${value.toFixed(0)} ms`
    rows.push([
      starts[start].label,
      ms(median(({ warmUp }) => warmUp)),
      ms(median(({ first }) => first)),
      ms(median(({ second }) => second)),
      `${median(({ first, second }) => first / second).toFixed(1)} x`,
    ])
  }
  console.log(
    `predict, first calls: ${region}, circles of 5 km, medians of ${processes} processes each, in turn`,
  )
  console.log(`${formatTable(rows)}\n`)
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
  const call = () => predict(landscape, createIncidentAt('dementia_alzheimers', center, 5_000))
  const warmUp = await timed(() => starts[start as Start].warm(landscape))
  const first = await timed(call)
  const second = await timed(call)
  console.log(JSON.stringify({ warmUp, first, second } satisfies Calls))
}

if (process.argv[1] === self) await measure(process.argv.slice(2))

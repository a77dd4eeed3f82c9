import figures from './planet/figures.json' with { type: 'json' }
import { type Limit, limitsOf } from './planet/limits.ts'
import { coldMs, loadOf, sizesOf, sum } from './planet/model.ts'
import { seeded } from './planet/random.ts'
import { percentile, table } from './statistics.ts'

const rates = [1, 100, 10_000]

/**
 * A simulation of larger regions: sizes, times, bytes and cost per million calls, and the limit that breaks first,
 * for a city, a country, a continent and the planet. `planet/figures.json` has every figure with its source. The peer
 * is what was measured: the model's cold times against those of the same calls on tiles in a store.
 */
export async function planetBenchmark(): Promise<void> {
  const random = seeded(1)
  console.log('planet: a simulation; figures with their sources in bench/planet/figures.json\n')
  console.log(`${table([['cold call', 'simulated', 'measured', 'ratio'], ...comparisons()])}\n`)
  console.log(`${table([sizeHeading, ...figures.scales.map(sizeRow)])}\n`)
  const broken: [string, Limit[]][] = []
  const rows = figures.scales.flatMap((scale) =>
    rates.map((rate) => {
      const loads = loadOf(scale, rate, random)
      const times = loads.flatMap((load) => sampleOf(load.times, load.callsPerSecond / rate))
      const perCall = (of: (load: (typeof loads)[number]) => number) =>
        sum(loads.map((load) => (load.callsPerSecond / rate) * of(load)))
      broken.push([
        `${scale.name}, ${rate}/s`,
        limitsOf(scale, loads).filter(({ used }) => used > 1),
      ])
      return [
        `${scale.name}, ${rate}/s`,
        String(sum(loads.map(({ environments }) => environments))),
        percent(perCall(({ startShare }) => startShare)),
        percent(perCall(({ missShare }) => missShare)),
        ...[0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(0)),
        (perCall(({ bytesPerCall }) => bytesPerCall) / 1e6).toFixed(2),
        Math.round(rate * perCall(({ readsPerCall }) => readsPerCall)).toString(),
        (
          figures.service.usd_per_million_calls_besides +
          perCall(({ usdPerMillionCalls }) => usdPerMillionCalls)
        ).toFixed(1),
      ]
    }),
  )
  console.log(`${table([loadHeading, ...rows])}\n`)
  console.log('Limits that break, the first one first:')
  for (const [name, limits] of broken) {
    const texts = limits.map(({ name, used }) => `${name} (${used.toFixed(1)} x)`)
    console.log(`  ${name}: ${texts.join('; ') || 'none'}`)
  }
  console.log('What to do:')
  const remedies = new Map(
    broken.flatMap(([, limits]) => limits.map((limit) => [limit.name, limit.remedy])),
  )
  for (const [name, remedy] of remedies) console.log(`  ${name}: ${remedy}`)
  console.log('')
}

const loadHeading = [
  'region and rate',
  'environments',
  'starts',
  'reads',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'MB/call',
  'GET/s',
  'USD/million',
]
const sizeHeading = [
  'region',
  'extract GB',
  'roads GB',
  'places M',
  'places GB',
  'build CPU h',
  'scratch GB',
]

function comparisons(): string[][] {
  return figures.operations.flatMap((operation) => {
    if (!operation.measured_cold_ms) return []
    const simulated = coldMs(operation, () => 0.5)
    return [
      [
        operation.name,
        `${simulated.toFixed(0)} ms`,
        `${operation.measured_cold_ms} ms`,
        `${(simulated / operation.measured_cold_ms).toFixed(2)} x`,
      ],
    ]
  })
}

function sizeRow(scale: (typeof figures.scales)[number]): string[] {
  const { roadBytes, places, placeBytes } = sizesOf(scale)
  const { cpu_seconds_per_extract_mb, scratch_bytes_per_extract_byte } = figures.build
  const gigabytes = scale.extract_mb / 1000
  return [
    scale.name,
    gigabytes.toFixed(2),
    (roadBytes / 1e9).toFixed(1),
    (places / 1e6).toFixed(1),
    (placeBytes / 1e9).toFixed(2),
    ((scale.extract_mb * cpu_seconds_per_extract_mb) / 3600).toFixed(1),
    (gigabytes * scratch_bytes_per_extract_byte).toFixed(0),
  ]
}

/** As many of the times as the share of the function's calls. */
function sampleOf(times: readonly number[], share: number): readonly number[] {
  return times.filter((_, i) => Math.floor((i + 1) * share) > Math.floor(i * share))
}

const percent = (share: number) => `${(share * 100).toFixed(share < 0.01 ? 2 : 1)} %`

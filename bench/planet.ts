import figures from './planet/figures.json' with { type: 'json' }
import { type Limit, listLimits } from './planet/limits.ts'
import { estimateColdTime, estimateSizes, simulateLoad, sum } from './planet/model.ts'
import { createRandom } from './planet/random.ts'
import { formatTable, percentile } from './statistics.ts'

const rates = [1, 100, 10_000]

/**
 * Simulates larger regions: sizes, times, bytes and cost per million calls, and the limit that breaks first, for a
 * city, a country, a continent and the planet. `planet/figures.json` contains every figure with its source. The peers
 * are measurements: the model's cold times are compared with times of the same calls on tiles in a store.
 */
export async function runPlanetBenchmark(): Promise<void> {
  const random = createRandom(1)
  console.log('planet: a simulation; figures with their sources in bench/planet/figures.json\n')
  console.log(
    `${formatTable([['cold call', 'simulated', 'measured', 'ratio'], ...listComparisons()])}\n`,
  )
  console.log(`${formatTable([sizeHeading, ...figures.scales.map(formatSizeRow)])}\n`)
  const broken: [string, Limit[]][] = []
  const rows = figures.scales.flatMap((scale) =>
    rates.map((rate) => {
      const loads = simulateLoad(scale, rate, random)
      const times = loads.flatMap((load) => sampleTimes(load.times, load.callsPerSecond / rate))
      const perCall = (of: (load: (typeof loads)[number]) => number) =>
        sum(loads.map((load) => (load.callsPerSecond / rate) * of(load)))
      broken.push([
        `${scale.name}, ${rate}/s`,
        listLimits(scale, loads).filter(({ used }) => used > 1),
      ])
      return [
        `${scale.name}, ${rate}/s`,
        String(sum(loads.map(({ environments }) => environments))),
        formatPercent(perCall(({ startShare }) => startShare)),
        formatPercent(perCall(({ missShare }) => missShare)),
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
  console.log(`${formatTable([loadHeading, ...rows])}\n`)
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

function listComparisons(): string[][] {
  return figures.operations.flatMap((operation) => {
    if (!operation.measured_cold_ms) return []
    const simulated = estimateColdTime(operation, () => 0.5)
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

function formatSizeRow(scale: (typeof figures.scales)[number]): string[] {
  const { roadBytes, places, placeBytes } = estimateSizes(scale)
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

/** Picks a sample of the times in proportion to the function's share of calls. */
function sampleTimes(times: readonly number[], share: number): readonly number[] {
  return times.filter((_, i) => Math.floor((i + 1) * share) > Math.floor(i * share))
}

const formatPercent = (share: number) => `${(share * 100).toFixed(share < 0.01 ? 2 : 1)} %`

import type { LatLon } from '#ground/geo'
import { type LandscapeOptions, openLandscape } from '#ground/landscape'
import { makeTileCache } from '#ground/raster'
import { makeTimer } from '#platform/concurrency'
import type { GetOptions, Storage } from '#platform/storage'
import { buildHexGrid, type Incident, predict, rank, type SearchArea } from '#prediction'
import { buildDistanceDistribution, computeHexProbabilities } from '#prediction/distance'
import { printFirstCalls } from './predict-first.ts'
import { printMemory } from './predict-memory.ts'
import { type BenchGround, createIncidentAt } from './predict-regions.ts'
import { formatTable, percentile } from './statistics.ts'

const rounds = 25
const warmUps = 5

/**
 * Compares warm predictions with rings alone (the same hexagons with distance probabilities and scores, without
 * ground); both alternate in one process.
 */
export async function printSpeed(grounds: readonly BenchGround[]): Promise<void> {
  for (const ground of grounds.filter(({ region }) => region !== 'monaco')) {
    await printRegion(ground)
  }
}

async function printRegion(ground: BenchGround): Promise<void> {
  const { region, landscape } = ground
  const center = findMiddleOrigin(ground)
  const rows = [['', 'hexagons', 'median', 'p95', 'CPU', 'rings alone', 'ratio']]
  const stageRows: string[][] = []
  for (const [label, incident] of listIncidents(center)) {
    const times = { ours: [] as number[], rings: [] as number[], processor: [] as number[] }
    const stages = new Map<string, number[]>()
    let hexagons = 0
    for (let round = -warmUps; round < rounds; round++) {
      for (const contender of round % 2
        ? (['ours', 'rings'] as const)
        : (['rings', 'ours'] as const)) {
        const took = new Map<string, number>()
        const busy = process.cpuUsage()
        const from = performance.now()
        if (contender === 'ours') {
          const timed = makeTimer((stage, ms) => took.set(stage, (took.get(stage) ?? 0) + ms))
          hexagons = (await predict(landscape, incident, { timed })).ids.length
        } else rankRingsAlone(incident)
        if (round < 0) continue
        times[contender].push(performance.now() - from)
        const { user, system } = process.cpuUsage(busy)
        if (contender === 'ours') times.processor.push((user + system) / 1000)
        for (const [name, ms] of took) stages.set(name, [...(stages.get(name) ?? []), ms])
      }
    }
    const median = percentile(times.ours, 0.5)
    const peer = percentile(times.rings, 0.5)
    rows.push([
      label,
      String(hexagons),
      formatMilliseconds(median),
      formatMilliseconds(percentile(times.ours, 0.95)),
      formatMilliseconds(percentile(times.processor, 0.5)),
      formatMilliseconds(peer),
      `${(median / peer).toFixed(1)} x`,
    ])
    if (stageRows.length === 0) stageRows.push(['', ...stages.keys(), 'rest'])
    const split = [...stages.values()].map((values) => percentile(values, 0.5))
    const rest = median - split.reduce((sum, value) => sum + value, 0)
    stageRows.push([label, ...split.map(formatMilliseconds), formatMilliseconds(Math.max(0, rest))])
  }
  console.log(
    `predict, speed: ${region}, warm, ${rounds} rounds in turn with rings alone (the same hexagons, probabilities\n` +
      'by distance, scores), medians. CPU is processor time, garbage collection included: on a busy\n' +
      'machine it says more than the elapsed time',
  )
  console.log(`${formatTable(rows)}\n`)
  console.log(`${formatTable(stageRows)}\n`)
  await printCold(ground, center)
  printFirstCalls(ground)
  printMemory(ground)
}

function rankRingsAlone({ profile, area }: Incident): void {
  const grid = buildHexGrid(area)
  const { probabilities } = computeHexProbabilities(
    buildDistanceDistribution(profile, 'temperate_flat'),
    grid,
  )
  rank(probabilities, probabilities.keys())
}

function listIncidents(center: LatLon): [label: string, incident: Incident][] {
  const areaOf = (area: SearchArea): Incident => ({
    ...createIncidentAt('dementia_alzheimers', center, 1),
    area,
  })
  const north = 1 / 111_320
  const east = north / Math.cos((center.lat * Math.PI) / 180)
  const at = (x: number, y: number) => [center.lon + x * east, center.lat + y * north] as const
  const corners = [at(-2490, -2490), at(2490, -2490), at(2490, 2490), at(-2490, 2490)] as const
  return [
    ['5 km circle', createIncidentAt('dementia_alzheimers', center, 5_000)],
    ['5 km circle, despondent', createIncidentAt('despondent', center, 5_000)],
    ['1 km circle', createIncidentAt('dementia_alzheimers', center, 1_000)],
    ['25 km2 polygon', areaOf({ type: 'polygon', rings: [[...corners, corners[0]]] })],
    [
      '10 km path, 50 m',
      areaOf({
        type: 'path',
        line: Array.from({ length: 200 }, (_, i) => at(-4_700 + 47 * i, 400 * Math.sin(i / 9))),
        bufferMeters: 50,
      }),
    ],
    [
      '10 km path, 500 m',
      areaOf({
        type: 'path',
        line: Array.from({ length: 200 }, (_, i) => at(-4_700 + 47 * i, 400 * Math.sin(i / 9))),
        bufferMeters: 500,
      }),
    ],
  ]
}

/** Prints reads, dependent rounds and bytes, with empty caches. */
async function printCold(ground: BenchGround, center: LatLon): Promise<void> {
  const rows = [['', 'reads', 'rounds', 'bytes', 'time']]
  const fresh = (): LandscapeOptions => ({
    cache: makeTileCache(64 * 1024 * 1024),
    terrainCache: makeTileCache(64 * 1024 * 1024),
  })
  const opening = new CountingStorage(ground.storage)
  const opened = performance.now()
  await openLandscape(opening.storage, ground.dataset, fresh())
  rows.push(['opening', ...opening.row(performance.now() - opened)])
  for (const [label, incident] of listIncidents(center)) {
    const counting = new CountingStorage(ground.storage)
    const landscape = await openLandscape(counting.storage, ground.dataset, fresh())
    counting.reset()
    const from = performance.now()
    await predict(landscape, incident)
    rows.push([label, ...counting.row(performance.now() - from)])
  }
  console.log(
    `predict, cold: ${ground.region}, nothing of the ground cached, from this machine's disk`,
  )
  console.log(`${formatTable(rows)}\n`)
}

/** A store that counts reads and rounds of concurrent reads. */
class CountingStorage {
  readonly storage: Storage
  #reads = 0
  #rounds = 0
  #bytes = 0
  #inFlight = 0

  constructor(inner: Storage) {
    const get = async (key: string, options?: GetOptions) => {
      this.#reads++
      // A read that starts while no other is in flight depends on earlier reads.
      if (this.#inFlight++ === 0) this.#rounds++
      try {
        const stored = await inner.get(key, options)
        this.#bytes += stored.bytes.length
        return stored
      } finally {
        this.#inFlight--
      }
    }
    this.storage = new Proxy(inner, {
      get(target, name) {
        if (name === 'get') return get
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  reset(): void {
    this.#reads = 0
    this.#rounds = 0
    this.#bytes = 0
  }

  row(milliseconds: number): string[] {
    const kilobytes = `${Math.round(this.#bytes / 1000)} kB`
    return [String(this.#reads), String(this.#rounds), kilobytes, formatMilliseconds(milliseconds)]
  }
}

/** Finds the origin nearest to the middle, where a 5 km circle is within the data. */
function findMiddleOrigin({ landscape: { bounds }, origins }: BenchGround): LatLon {
  const lat = (bounds.min_lat + bounds.max_lat) / 2
  const lon = (bounds.min_lon + bounds.max_lon) / 2
  return origins.toSorted(
    (a, b) => Math.hypot(a.lat - lat, a.lon - lon) - Math.hypot(b.lat - lat, b.lon - lon),
  )[0]!
}

function formatMilliseconds(milliseconds: number): string {
  return `${milliseconds.toFixed(1)} ms`
}

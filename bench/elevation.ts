import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as Valhalla from '@valhallajs/valhallajs'
import { type Dataset, openDataset } from '#ground/dataset'
import { findElevation, openElevation } from '#ground/elevation'
import { ElevationRequest } from '#ground/elevation/schemas'
import type { LatLon } from '#ground/geo'
import { openStorage, type Storage } from '#platform/storage'
import { buildEngineConfig } from '#routing/engine'
import { buildDemo } from '../demo-island/index.ts'
import {
  buildElevation,
  computeGridBounds,
  inspectDem,
  listNeededCells,
} from '../region/elevation/index.ts'
import { buildRegion } from '../region/index.ts'
import { seeded } from '../test/fixtures/random.ts'
import { realRegion } from '../test/fixtures/real-regions.ts'
import { formatTable, percentile } from './statistics.ts'

const home = 'node_modules/.cache/cairn-bench'
const pointsPerLine = 2_000
const rounds = 300

type Height = (query: string) => Promise<string>

/**
 * Measures the heights of 2,000 points along a winding line, warm, against the engine's own `height` on tiles made
 * from the same elevation data. Both alternate in one process. Parsing the engine's JSON is included.
 */
export async function runElevationBenchmark(): Promise<void> {
  const storage = await openStorage({ CAIRN_HOME: home })
  const osm = realRegion('andorra/andorra.osm.pbf')
  const dem = realRegion('andorra/N42E001.hgt')
  const { name } =
    osm && dem
      ? await buildRegion({ name: 'andorra', osm: [osm], dem: [dem], storage, home })
      : await buildDemo({ storage, home })
  const dataset = await openDataset(storage, name)
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-elevation-'))
  try {
    await measure(storage, dataset, await openEngineHeight(storage, dataset, folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(storage: Storage, dataset: Dataset, height: Height): Promise<void> {
  const opening = performance.now()
  const elevation = await openElevation(storage, dataset)
  const opened = performance.now() - opening
  const shape = drawWindingLine(dataset)
  const cold = performance.now()
  await elevation.heightsAt(shape)
  const first = performance.now() - cold

  const rows = [['', 'ours', "engine's height", 'ratio']]
  for (const range of [false, true]) {
    const query = { shape, range, height_precision: 2 }
    const ours = async () =>
      findElevation(elevation, ElevationRequest.parse(query), { warn: () => {} })
    const engine = async () => JSON.parse(await height(JSON.stringify(query)))
    await assertSameHeights(ours, engine, range)
    const times = { ours: [] as number[], engine: [] as number[] }
    for (let round = -20; round < rounds; round++) {
      // The order alternates, because the second call finds a warmer processor.
      for (const contender of round % 2
        ? (['ours', 'engine'] as const)
        : (['engine', 'ours'] as const)) {
        const from = performance.now()
        await (contender === 'ours' ? ours() : engine())
        if (round >= 0) times[contender].push(performance.now() - from)
      }
    }
    for (const [label, share] of [
      ['median', 0.5],
      ['p95', 0.95],
    ] as const) {
      const [a, b] = [percentile(times.ours, share), percentile(times.engine, share)]
      rows.push([
        `${range ? 'with' : 'without'} distances, ${label}`,
        `${a.toFixed(2)} ms`,
        `${b.toFixed(2)} ms`,
        `${(a / b).toFixed(2)} x`,
      ])
    }
  }
  console.log(
    `elevation: ${pointsPerLine} points across ${dataset.name}, ${rounds} rounds, validation included; ` +
      `opened in ${opened.toFixed(1)} ms, the first ${pointsPerLine} heights in ${first.toFixed(1)} ms`,
  )
  console.log(`${formatTable(rows)}\n`)
}

/** Throws when the heights differ, because a comparison is meaningful only between equal results. */
async function assertSameHeights(
  ours: () => Promise<{ height?: unknown[]; range_height?: [number, unknown][] }>,
  engine: () => Promise<{ height?: unknown[]; range_height?: [number, unknown][] }>,
  range: boolean,
): Promise<void> {
  const [a, b] = await Promise.all([ours(), engine()])
  const heights = (answer: typeof a) =>
    range ? answer.range_height!.map(([, height]) => height) : answer.height!
  const others = heights(b)
  const differences = heights(a).map((height, i) =>
    Math.abs(Number(height ?? Number.NaN) - Number(others[i] ?? Number.NaN)),
  )
  const worst = percentile(differences, 0.99)
  if (!(differences.length === pointsPerLine && worst < 5))
    throw new Error(`heights differ by ${worst} m from the engine's`)
}

/** Opens the engine for heights only, on tiles made from the region's own terrain. */
async function openEngineHeight(
  storage: Storage,
  dataset: Dataset,
  folder: string,
): Promise<Height> {
  const sources = await inspectDem([storage.localPath!(dataset.fileKey('terrain.tif'))], folder)
  const cells = listNeededCells(
    [dataset.manifest.bounds],
    sources.map(({ grid }) => computeGridBounds(grid)),
  )
  const { engineFolder } = await buildElevation({ sources, cells, folder, onProgress: () => {} })
  const config = buildEngineConfig(storage.localPath!(dataset.fileKey('routing.tar')))
  const { Actor } = createRequire(import.meta.url)('@valhallajs/valhallajs') as typeof Valhalla
  const actor = new Actor(
    JSON.stringify({ ...config, additional_data: { elevation: engineFolder } }),
  ) as unknown as { height: Height }
  return (query) => actor.height(query)
}

function drawWindingLine({ manifest: { bounds } }: Dataset): LatLon[] {
  const random = seeded(11)
  const inset = (share: number) => 0.1 + 0.8 * share
  return Array.from({ length: pointsPerLine }, (_, i) => ({
    lat: bounds.min_lat + (bounds.max_lat - bounds.min_lat) * inset(i / pointsPerLine),
    lon:
      bounds.min_lon +
      (bounds.max_lon - bounds.min_lon) * inset(0.5 + 0.5 * Math.sin(i / 40) * random()),
  })).map(({ lat, lon }) => ({ lat: Number(lat.toFixed(6)), lon: Number(lon.toFixed(6)) }))
}

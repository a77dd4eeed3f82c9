import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openDataset } from '#ground/dataset'
import { type Bounds, distanceMeters, type LatLon } from '#ground/geo'
import { openStorage } from '#platform/storage'
import { type Engine, type EngineRoute, openEngine } from '#routing/operations'
import { findCorner, readLevel, type TileInput, writeTileArchive } from '#routing/tile-archive'
import { engineVariables } from '../functions/process-options.ts'
import { seeded } from '../test/fixtures/random.ts'
import { benchHome, buildBenchRegion } from './region.ts'
import { drawRoadPoints } from './road-points.ts'
import type { Line } from './slow-archive.ts'
import { formatTable, percentile } from './statistics.ts'
import type { ChildTask, Compared, Measured, TileCall } from './tiles-child.ts'

/** Lengths of the routes, km. Lengths that are too long for the region have no row. */
const routeKm = [14, 55, 232, 515]
const randomRoutes = Number(process.env.CAIRN_BENCH_ROUTES ?? 1_000)
const runs = Number(process.env.CAIRN_BENCH_RUNS ?? 3)
/** Maximum number of pairs of points to try for the routes of a length. */
const maxTries = 20_000
const line: Line = {
  latencyMs: Number(process.env.CAIRN_BENCH_LATENCY_MS ?? 25),
  bytesPerSecond: Number(process.env.CAIRN_BENCH_MB_PER_SECOND ?? 80) * 1e6,
}

/**
 * Compares calls of the engine on `routing.tiles`, fetched over a connection of 25 ms and 80 MB/s, with calls on a
 * local `routing.tar`; both alternate in new processes. Then computes random routes on both at once, with disk space
 * for half of the tiles' bytes.
 *
 * Uses the region of the other routing benchmarks, or the `routing.tar` named by `CAIRN_BENCH_TAR`.
 */
export async function runTilesBenchmark(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-tiles-'))
  try {
    const tar = resolve(process.env.CAIRN_BENCH_TAR ?? (await buildTar()))
    await symlink(tar, join(folder, 'routing.tar'))
    const { bytes, archiveBytes, bounds } = await writeArchive(tar, folder)
    const engine = await openEngine({ tileExtract: tar })
    const points = await drawRoadPoints(engine, bounds, 400)
    const megabytes = (size: number) => (size / 1e6).toFixed(1)
    console.log(
      `tiles: ${megabytes(bytes)} MB of tiles, ${megabytes(archiveBytes)} MB compressed; ` +
        `${line.latencyMs} ms and ${line.bytesPerSecond / 1e6} MB/s; medians of ${runs} processes, ` +
        'routes: another in each; first calls of a process',
    )
    const task = { folder, line, budgetBytes: 4e9 }
    const rows = [
      [
        '',
        'tar',
        'tiles',
        'longest',
        'processor',
        'requests',
        'missed',
        'repeated',
        'MB',
        'warm / tar',
        'memory',
      ],
    ]
    for (const [name, calls] of Object.entries(await createCallsAmong(engine, points)))
      rows.push([name, ...measureRow(task, calls)])
    console.log(`${formatTable(rows)}\n`)
    printRandomRoutes({ ...task, budgetBytes: bytes / 2 }, points)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Measures calls of one kind, each in a separate process. */
function measureRow(task: ChildTask, calls: readonly TileCall[]): string[] {
  const results = { tar: [] as Measured[], tiles: [] as Measured[] }
  for (const [run, call] of calls.entries()) {
    for (const on of run % 2 ? (['tar', 'tiles'] as const) : (['tiles', 'tar'] as const))
      results[on].push(runChild<Measured>({ ...task, measure: { on, call } }))
  }
  const median = (of: Measured[], value: (one: Measured) => number) =>
    percentile(of.map(value), 0.5)
  const warm = (of: Measured[]) => median(of, ({ warmMs }) => percentile(warmMs, 0.5))
  const { tar, tiles } = results
  return [
    `${median(tar, ({ firstMs }) => firstMs).toFixed(0)} ms`,
    `${median(tiles, ({ firstMs }) => firstMs).toFixed(0)} ms`,
    `${Math.max(...tiles.map(({ firstMs }) => firstMs)).toFixed(0)} ms`,
    `${median(tiles, ({ firstCpuMs }) => firstCpuMs).toFixed(0)} ms`,
    `${median(tiles, ({ requests }) => requests)}`,
    `${median(tiles, ({ misses }) => misses)}`,
    `${median(tiles, ({ repeats }) => repeats)}`,
    (median(tiles, ({ bytes }) => bytes) / 1e6).toFixed(1),
    `${warm(tiles).toFixed(0)} / ${warm(tar).toFixed(0)} ms: ${(warm(tiles) / warm(tar)).toFixed(2)}`,
    `${(Math.max(...tiles.map(({ memoryBytes }) => memoryBytes)) / 1e6).toFixed(0)} MB`,
  ]
}

function printRandomRoutes(task: ChildTask, points: readonly LatLon[]): void {
  const calls = Array.from({ length: randomRoutes }, (_, i): TileCall => {
    const locations = [points[i % points.length]!, points[(i * 7 + 3) % points.length]!]
    return { action: 'route', query: { locations, costing: 'auto' } }
  })
  const result = runChild<Compared>({ ...task, compare: calls })
  const megabytes = (size: number) => `${(size / 1e6).toFixed(0)} MB`
  console.log(
    `${randomRoutes} random routes on both: ${result.equal} equal, ${result.different} different, ` +
      `tiles made room ${result.renewals} times; at most ${megabytes(result.maxDiskBytes)} of ` +
      `${megabytes(task.budgetBytes)} on disk, ${megabytes(result.maxMemoryBytes)} memory with both ` +
      `engines; ${megabytes(result.bytes)} fetched\n`,
  )
}

function runChild<Result>(task: ChildTask): Result {
  const script = join(import.meta.dirname, 'tiles-child.ts')
  const argument = JSON.stringify(task)
  const env = { ...engineVariables, ...process.env }
  const options = { env, maxBuffer: 1e8, encoding: 'utf8' } as const
  return JSON.parse(execFileSync(process.execPath, [script, argument], options))
}

/** Creates calls among these points: different routes of each length, and contours and a matrix that stay the same. */
async function createCallsAmong(
  engine: Engine,
  points: readonly LatLon[],
): Promise<Record<string, TileCall[]>> {
  const calls: Record<string, TileCall[]> = {}
  for (const km of routeKm) {
    const routes = await findRoutes(km, engine, points)
    if (routes.length > 0) calls[`route, ${km} km`] = routes
  }
  const eachTime = (call: TileCall) => Array.from({ length: runs }, () => call)
  const around = (minutes: number, costing: string) =>
    eachTime({
      action: 'isochrone',
      query: { locations: [points[0]], costing, contours: [{ time: minutes }], polygons: true },
    })
  calls['isochrone, 15 min by car'] = around(15, 'auto')
  calls['isochrone, 60 min by car'] = around(60, 'auto')
  calls['isochrone, 60 min on foot'] = around(60, 'pedestrian')
  const near = points
    .toSorted((a, b) => distanceMeters(a, points[0]!) - distanceMeters(b, points[0]!))
    .filter((point) => distanceMeters(point, points[0]!) < 105_000)
  const sample = Array.from({ length: 20 }, (_, i) => near[Math.floor((i * near.length) / 20)]!)
  const query = { sources: sample.slice(0, 10), targets: sample.slice(10), costing: 'auto' }
  calls['matrix, 10 x 10 within 210 km'] = eachTime({ action: 'matrix', query })
  return calls
}

/** Finds random routes of about this length, one per run; fewer if the region has too few. */
async function findRoutes(
  km: number,
  engine: Engine,
  points: readonly LatLon[],
): Promise<TileCall[]> {
  const random = seeded(km)
  const anyPoint = () => points[Math.floor(random() * points.length)]!
  const routes: TileCall[] = []
  for (let tries = 0; tries < maxTries && routes.length < runs; tries++) {
    const locations = [anyPoint(), anyPoint()]
    const straightKm = distanceMeters(locations[0]!, locations[1]!) / 1000
    if (straightKm > km || straightKm < km / 2) continue
    const query = { locations, costing: 'auto' }
    const route = await engine.call<EngineRoute>('route', query).catch(() => undefined)
    if (route && Math.abs(route.trip.summary.length - km) < km / 20)
      routes.push({ action: 'route', query })
  }
  return routes
}

async function buildTar(): Promise<string> {
  const name = await buildBenchRegion()
  const storage = await openStorage({ CAIRN_HOME: benchHome })
  return storage.localPath!((await openDataset(storage, name)).fileKey('routing.tar'))
}

const tarBlock = 512
const indexEntry = 16

/** Reads the tiles of a tar from its index, which follows the first header: position, id and size of each. */
async function readTiles(tar: FileHandle): Promise<(TileInput & { size: number })[]> {
  const read = async (start: number, size: number) =>
    (await tar.read(Buffer.alloc(size), 0, size, start)).buffer
  const header = await read(0, tarBlock)
  const index = await read(tarBlock, Number.parseInt(header.toString('latin1', 124, 135), 8))
  return Array.from({ length: index.length / indexEntry }, (_, i) => {
    const at = i * indexEntry
    const [start, size] = [Number(index.readBigUInt64LE(at)), index.readUInt32LE(at + 12)]
    return { id: index.readUInt32LE(at + 8), size, read: () => read(start, size) }
  })
}

/** Writes `routing.tiles` and its directory from the tiles of a tar. */
async function writeArchive(tar: string, folder: string) {
  await using file = await open(tar)
  const inputs = await readTiles(file)
  const bytes = inputs.reduce((sum, { size }) => sum + size, 0)
  const writer = writeTileArchive(inputs)
  const path = join(folder, 'routing.tiles')
  await pipeline(Readable.from(writer.frames()), createWriteStream(path))
  await writeFile(`${path}.directory`, writer.directory())
  const corners = inputs.filter(({ id }) => readLevel(id) === 2).map(({ id }) => findCorner(id))
  const bounds: Bounds = {
    min_lat: Math.min(...corners.map(({ lat }) => lat)),
    min_lon: Math.min(...corners.map(({ lon }) => lon)),
    max_lat: Math.max(...corners.map(({ lat }) => lat)) + 0.25,
    max_lon: Math.max(...corners.map(({ lon }) => lon)) + 0.25,
  }
  return { bytes, archiveBytes: (await stat(path)).size, bounds }
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Engine,
  type EngineAction,
  type EngineQuery,
  openEngine,
  openEngineOnCache,
} from '#routing/operations'
import { EngineTileCache } from '#routing/tile-cache'
import { type Line, openSlowArchive } from './slow-archive.ts'

export interface TileCall {
  action: EngineAction
  query: EngineQuery
}

/** Minimum number and time of warm calls: short calls are repeated often, because the first ones compile code. */
const minWarmCalls = 7
const minWarmMs = 1500

/** Task of a separate process, because engines keep tiles for the life of their process. */
export interface ChildTask {
  /** Folder with `routing.tar`, `routing.tiles` and its directory. */
  folder: string
  line: Line
  /** Maximum size of the tiles on disk, bytes. */
  budgetBytes: number
  /** Measures this call on one of the two; absent to compare calls on both. */
  measure?: { on: 'tar' | 'tiles'; call: TileCall }
  compare?: TileCall[]
}

export interface Measured {
  openedMs: number
  firstMs: number
  /** Processor time of the first call in all threads. */
  firstCpuMs: number
  warmMs: number[]
  /** Peak memory without file pages, which the system counts for each thread that maps them. */
  memoryBytes: number
  requests: number
  bytes: number
  misses: number
  repeats: number
}

export interface Compared {
  equal: number
  different: number
  renewals: number
  maxDiskBytes: number
  maxMemoryBytes: number
  bytes: number
}

if (process.argv[2]) {
  const task = JSON.parse(process.argv[2]) as ChildTask
  const result = task.measure ? await measure(task, task.measure) : await compare(task)
  process.stdout.write(JSON.stringify(result), () => process.exit())
}

async function openBoth({ folder, line, budgetBytes }: ChildTask) {
  const openTar = () => openEngine({ tileExtract: `${folder}/routing.tar` })
  const openTiles = async () => {
    const { archive, reads } = await openSlowArchive(folder, line)
    const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-tiles-'))
    const cache = await EngineTileCache.open(archive, { folder: scratch, budgetBytes })
    process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))
    return { engine: await openEngineOnCache({ cache }), cache, reads }
  }
  return { openTar, openTiles }
}

async function measure(
  task: ChildTask,
  { on, call }: NonNullable<ChildTask['measure']>,
): Promise<Measured> {
  const { openTar, openTiles } = await openBoth(task)
  const memory = watchMemory()
  const opening = performance.now()
  const tiles = on === 'tiles' ? await openTiles() : undefined
  const engine = tiles?.engine ?? (await openTar())
  const openedMs = performance.now() - opening
  const before = { ...tiles?.reads, ...tiles?.cache.statistics }
  const cpu = process.cpuUsage()
  const firstMs = await timeCall(engine, call)
  const { user, system } = process.cpuUsage(cpu)
  const reads = {
    requests: (tiles?.reads.count ?? 0) - (before.count ?? 0),
    bytes: (tiles?.reads.bytes ?? 0) - (before.bytes ?? 0),
    misses: (tiles?.cache.statistics.misses ?? 0) - (before.misses ?? 0),
    repeats: (tiles?.cache.statistics.repeats ?? 0) - (before.repeats ?? 0),
  }
  const warmMs: number[] = []
  const warmFrom = performance.now()
  while (warmMs.length < minWarmCalls || performance.now() - warmFrom < minWarmMs)
    warmMs.push(await timeCall(engine, call))
  const memoryBytes = memory.stop()
  await tiles?.cache.close()
  return { openedMs, firstMs, firstCpuMs: (user + system) / 1000, warmMs, memoryBytes, ...reads }
}

/** Watches the peak anonymous memory of this process, sampled every 5 ms; works on Linux only. */
function watchMemory(): { stop(): number } {
  let largest = 0
  const look = () => {
    const [, kibibytes] = /RssAnon:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    largest = Math.max(largest, Number(kibibytes ?? 0) * 1024)
  }
  const timer = setInterval(look, 5)
  return {
    stop() {
      clearInterval(timer)
      look()
      return largest
    },
  }
}

async function timeCall(engine: Engine, { action, query }: TileCall): Promise<number> {
  const start = performance.now()
  await engine.call(action, query)
  return performance.now() - start
}

async function compare(task: ChildTask): Promise<Compared> {
  const { openTar, openTiles } = await openBoth(task)
  const memory = watchMemory()
  const [tar, { engine, cache, reads }] = [await openTar(), await openTiles()]
  const result = { equal: 0, different: 0, maxDiskBytes: 0 }
  for (const { action, query } of task.compare!) {
    const [expected, answer] = await Promise.all(
      [tar, engine].map((on) =>
        on.call(action, query).then(JSON.stringify, ({ code, message }) => `${code} ${message}`),
      ),
    )
    if (answer === expected) result.equal++
    else result.different++
    result.maxDiskBytes = Math.max(result.maxDiskBytes, cache.diskBytes)
  }
  const maxMemoryBytes = memory.stop()
  const { renewals } = cache.statistics
  await cache.close()
  return { ...result, renewals, maxMemoryBytes, bytes: reads.bytes }
}

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Gazetteer } from '#places/gazetteer'
import { decodeHeader, openPack, type RangeSource } from '#places/gazetteer'
import type { QueryClass } from './geocoding-queries.ts'
import { formatTable, percentile } from './statistics.ts'

const queriesPerClass = 60

/** Counts reads of a file and its neighbours, and the rounds of reads that depend on each other. */
class ReadCount {
  reads = 0
  bytes = 0
  rounds = 0
  readonly ranges: { file: string; start: number; end: number }[] = []
  #waiting: (() => void)[] = []

  /** Reads requested in one turn of the event loop are answered in the next, which makes them one round. */
  add(range: { file: string; start: number; end: number }): Promise<void> {
    this.reads++
    this.ranges.push(range)
    this.bytes += range.end - range.start
    if (this.#waiting.length === 0) {
      this.rounds++
      setImmediate(() => {
        const waiting = this.#waiting
        this.#waiting = []
        for (const answer of waiting) answer()
      })
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

class CountingSource implements RangeSource {
  readonly name: string
  readonly size: number
  readonly #count: ReadCount
  readonly #file: number

  constructor(path: string, count: ReadCount) {
    this.name = basename(path)
    this.#count = count
    this.#file = openSync(path, 'r')
    this.size = fstatSync(this.#file).size
  }

  async read({ start, end }: { start: number; end: number }): Promise<Uint8Array> {
    const bytes = Buffer.allocUnsafeSlow(end - start)
    readSync(this.#file, bytes, 0, bytes.length, start)
    await this.#count.add({ file: this.name, start, end })
    return bytes
  }

  close(): void {
    closeSync(this.#file)
  }
}

/** Opens an index, sharded or not, and counts its reads. */
async function openCounted(path: string, maxEarlyBytes?: number) {
  const count = new ReadCount()
  const sources = [new CountingSource(path, count)]
  const openShard = (name: string) => {
    const shard = new CountingSource(join(dirname(path), name), count)
    sources.push(shard)
    return shard
  }
  const early = maxEarlyBytes === undefined ? {} : { maxEarlyBytes }
  const gazetteer: Gazetteer = await openPack(sources[0]!, { openShard, ...early })
  const close = () => {
    for (const source of sources) source.close()
  }
  // Shards are read in the background, which does not count for the opening.
  const own = count.ranges.filter(({ file }) => file === basename(path))
  const opened = {
    reads: own.length,
    bytes: own.reduce((sum, { start, end }) => sum + end - start, 0),
    rounds: count.rounds - Number(own.length < count.ranges.length),
  }
  return { gazetteer, count, opened, close, shards: () => sources.length - 1 }
}

/**
 * Prints the cost of a query with an empty cache after the index is opened. Background reads of the opening count for
 * the query.
 */
export async function printColdQueries(
  path: string,
  classes: readonly QueryClass[],
  { maxEarlyBytes }: { maxEarlyBytes?: number } = {},
): Promise<void> {
  const opening = await openCounted(path, maxEarlyBytes)
  const { reads, rounds, bytes } = opening.opened
  console.log(
    `cold, each query on a newly opened index, ${basename(path)}; opening: ${reads} reads, ` +
      `${rounds} rounds, ${formatKilobytes(bytes)}`,
  )
  opening.close()
  const findSection = createSectionFinder(dirname(path))
  const rows = [
    ['', 'rounds', 'p95', 'max', 'reads', 'p95', 'bytes', 'p95', 'shards', 'mean kB by section'],
  ]
  for (const { label, queries, ask } of classes) {
    const costs: { rounds: number; reads: number; bytes: number; shards: number }[] = []
    const bySection = new Map<string, number>()
    for (const query of queries.slice(0, queriesPerClass)) {
      const { gazetteer, count, opened, close, shards } = await openCounted(path, maxEarlyBytes)
      const { rounds, reads, bytes } = opened
      count.ranges.splice(0, reads)
      await ask(gazetteer, query)
      for (const { file, start, end } of count.ranges) {
        const name = findSection(file, start)
        bySection.set(name, (bySection.get(name) ?? 0) + end - start)
      }
      costs.push({
        rounds: count.rounds - rounds,
        reads: count.reads - reads,
        bytes: count.bytes - bytes,
        shards: shards(),
      })
      close()
    }
    const at = (of: 'rounds' | 'reads' | 'bytes' | 'shards', share: number) =>
      percentile(
        costs.map((cost) => cost[of]),
        share,
      )
    rows.push([
      label,
      ...[at('rounds', 0.5), at('rounds', 0.95), at('rounds', 1)].map(String),
      ...[at('reads', 0.5), at('reads', 0.95)].map(String),
      formatKilobytes(at('bytes', 0.5)),
      formatKilobytes(at('bytes', 0.95)),
      `${at('shards', 0.5)}, ${at('shards', 1)}`,
      [...bySection]
        .map(([name, bytes]) => `${name} ${Math.round(bytes / costs.length / 1000)}`)
        .join(', '),
    ])
  }
  console.log(`${formatTable(rows)}\n`)
}

/** Creates a function that finds the section containing a byte of a file in the folder. */
function createSectionFinder(folder: string): (file: string, at: number) => string {
  const known = new Map<string, { name: string; offset: number }[]>()
  return (file, at) => {
    const sections = known.get(file) ?? readSections(join(folder, file))
    known.set(file, sections)
    return sections.findLast(({ offset }) => offset <= at)!.name
  }
}

function readSections(path: string): { name: string; offset: number }[] {
  const file = openSync(path, 'r')
  const header = Buffer.alloc(4096)
  readSync(file, header, 0, header.length, 0)
  closeSync(file)
  const { kind, sections } = decodeHeader(header)
  return Object.entries(sections)
    .filter(([, { length }]) => length > 0)
    .map(([name, { offset }]) => ({
      name: kind === 'shard' && name === 'root' ? 'directory' : name,
      offset,
    }))
    .sort((a, b) => a.offset - b.offset)
}

function formatKilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`
}

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { Gazetteer } from '../lib/gazetteer/index.ts'
import { decodeHeader, openPack, type RangeSource } from '../lib/gazetteer/index.ts'
import type { QueryClass } from './geocoding-queries.ts'
import { percentile, table } from './statistics.ts'

const queriesOfClass = 60

/** A file that counts reads, and the rounds of reads that depend on each other. */
class CountingSource implements RangeSource {
  readonly name = 'places.pack'
  readonly size: number
  reads = 0
  bytes = 0
  rounds = 0
  readonly ranges: { start: number; end: number }[] = []
  readonly #file: number
  #waiting: (() => void)[] = []

  constructor(path: string) {
    this.#file = openSync(path, 'r')
    this.size = fstatSync(this.#file).size
  }

  /** Reads requested in one turn of the event loop are answered in the next: one round. */
  read({ start, end }: { start: number; end: number }): Promise<Uint8Array> {
    const bytes = Buffer.allocUnsafeSlow(end - start)
    readSync(this.#file, bytes, 0, bytes.length, start)
    this.reads++
    this.ranges.push({ start, end })
    this.bytes += bytes.length
    if (this.#waiting.length === 0) {
      this.rounds++
      setImmediate(() => {
        const waiting = this.#waiting
        this.#waiting = []
        for (const answer of waiting) answer()
      })
    }
    return new Promise((resolve) => this.#waiting.push(() => resolve(bytes)))
  }

  close(): void {
    closeSync(this.#file)
  }
}

/** Prints the cost of a query with an empty cache, after the index is opened. */
export async function coldQueries(path: string, classes: readonly QueryClass[]): Promise<void> {
  const opening = new CountingSource(path)
  await openPack(opening)
  console.log(
    `cold, each query on a newly opened index of ${megabytes(opening.size)}; opening: ${opening.reads} reads, ` +
      `${opening.rounds} rounds, ${kilobytes(opening.bytes)}`,
  )
  opening.close()
  const sections = sectionsOf(path)
  const rows = [['', 'rounds', 'p95', 'max', 'reads', 'p95', 'bytes', 'p95', 'mean kB by section']]
  for (const { label, queries, ask } of classes) {
    const costs: { rounds: number; reads: number; bytes: number }[] = []
    const bySection = new Map<string, number>()
    for (const query of queries.slice(0, queriesOfClass)) {
      const source = new CountingSource(path)
      const gazetteer: Gazetteer = await openPack(source)
      const { rounds, reads, bytes } = source
      source.ranges.length = 0
      await ask(gazetteer, query)
      for (const { start, end } of source.ranges) {
        const { name } = sections.findLast(({ offset }) => offset <= start)!
        bySection.set(name, (bySection.get(name) ?? 0) + end - start)
      }
      costs.push({
        rounds: source.rounds - rounds,
        reads: source.reads - reads,
        bytes: source.bytes - bytes,
      })
      source.close()
    }
    const at = (of: 'rounds' | 'reads' | 'bytes', share: number) =>
      percentile(
        costs.map((cost) => cost[of]),
        share,
      )
    rows.push([
      label,
      ...[at('rounds', 0.5), at('rounds', 0.95), at('rounds', 1)].map(String),
      ...[at('reads', 0.5), at('reads', 0.95)].map(String),
      kilobytes(at('bytes', 0.5)),
      kilobytes(at('bytes', 0.95)),
      [...bySection]
        .map(([name, bytes]) => `${name} ${Math.round(bytes / costs.length / 1000)}`)
        .join(', '),
    ])
  }
  console.log(`${table(rows)}\n`)
}

function sectionsOf(path: string): { name: string; offset: number }[] {
  const file = openSync(path, 'r')
  const header = Buffer.alloc(4096)
  readSync(file, header, 0, header.length, 0)
  closeSync(file)
  return Object.entries(decodeHeader(header).sections)
    .map(([name, { offset }]) => ({ name, offset }))
    .sort((a, b) => a.offset - b.offset)
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}

import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createPackCache, openFileSource, openPack, writePack } from '#places/gazetteer'
import { placesPack } from '../test/fixtures/places.ts'
import { seeded } from '../test/fixtures/random.ts'
import { printColdQueries } from './geocoding-cold.ts'
import { generateCountry } from './geocoding-corpus.ts'
import { printMemoryAlone } from './geocoding-memory.ts'
import { openPeer } from './geocoding-peer.ts'
import { createQueryClasses, type QueryClass } from './geocoding-queries.ts'
import { measureManyScripts } from './geocoding-scripts.ts'
import { formatTable, percentile } from './statistics.ts'

const home = 'node_modules/.cache/cairn-bench/geocoding'
/** Memory budget of the geocoder. */
const cacheBytes = 128 * 1024 * 1024
const queriesOfClass = 300
const rounds = 3
/** Number of places in the invented country; `$PLACES` changes it. */
const madeUpPlaces = Number(process.env.PLACES ?? 1_000_000)

/**
 * Compares search, autocomplete, reverse and places with SQLite over the same places, using FTS5 for words and its
 * R-tree for points. Both are warm and alternate in one process, on a real region and on an invented country. Then
 * measures the reads of a cold query, and queries in many scripts.
 */
export async function runGeocodingBenchmark(): Promise<void> {
  mkdirSync(home, { recursive: true })
  const real = await placesPack('andorra')
  const region = real ? 'andorra' : 'demo'
  const pack = real ?? (await placesPack('demo'))!
  await measure(region, pack)
  await measureManyScripts(region, pack, 10_000)
  const country = await buildGeneratedPack(madeUpPlaces)
  const label = `${madeUpPlaces.toLocaleString('en')} made-up places`
  const classes = await measure(label, country)
  await printColdQueries(country, classes)
  printMemoryAlone(country)
  await measureManyScripts(label, country, 2_000)
}

async function measure(label: string, path: string): Promise<QueryClass[]> {
  const before = process.memoryUsage().rss
  const cache = createPackCache(cacheBytes)
  const source = await openFileSource(path)
  const opening = performance.now()
  const gazetteer = await openPack(source, { cache })
  const opened = performance.now() - opening
  const classes = await createQueryClasses(gazetteer, { count: queriesOfClass, chance: seeded(9) })
  const peer = await openPeer(
    `${join(home, createHash('sha256').update(path).digest('hex').slice(0, 16))}.peer.db`,
    gazetteer,
  )
  const rows = [
    ['', 'ours p50', 'p95', 'max', 'SQLite p50', 'p95', 'max', 'p50 ratio', 'p95 ratio'],
  ]
  try {
    for (const { label, queries, ask } of classes) {
      const times = { ours: [] as number[], peer: [] as number[] }
      for (let round = 0; round <= rounds; round++) {
        for (const query of queries) {
          const start = performance.now()
          await ask(gazetteer, query)
          const middle = performance.now()
          if (query.words || query.near) peer.ask(query)
          if (round === 0) continue
          times.ours.push(middle - start)
          if (query.words || query.near) times.peer.push(performance.now() - middle)
        }
      }
      rows.push(formatRow(label, times))
    }
  } finally {
    peer.close()
    await source.close()
  }
  console.log(
    `geocoding, ${label}: ${gazetteer.count} places in ${formatMegabytes(statSync(path).size)}, opened in ` +
      `${opened.toFixed(1)} ms; ${queriesOfClass} queries a class, ${rounds} rounds, warm; cache ` +
      `${formatMegabytes(cache.bytes)}, resident ${formatMegabytes(process.memoryUsage().rss)} (${formatMegabytes(before)} before, SQLite included)`,
  )
  console.log(`${formatTable(rows)}\n`)
  return classes
}

function formatRow(label: string, { ours, peer }: Record<'ours' | 'peer', number[]>): string[] {
  const figures = (times: number[]) => [0.5, 0.95, 1].map((share) => percentile(times, share))
  const [a, b] = [figures(ours), figures(peer)]
  const ratio = (i: number) => (peer.length ? `${(a[i]! / b[i]!).toFixed(2)} x` : '-')
  return [
    label,
    ...a.map((ms) => `${ms.toFixed(2)} ms`),
    ...b.map((ms) => (peer.length ? `${ms.toFixed(2)} ms` : '-')),
    ratio(0),
    ratio(1),
  ]
}

/** Builds the pack of the invented country, once for each version of the code that builds it. */
async function buildGeneratedPack(count: number): Promise<string> {
  const hash = createHash('sha256')
  const code = '{lib/{gazetteer,text,categories}/**/*,bench/geocoding-corpus}.ts'
  for (const file of globSync(code).sort()) hash.update(readFileSync(file))
  const path = join(home, `${count}-${hash.digest('hex').slice(0, 16)}.pack`)
  if (existsSync(path)) return path
  const start = performance.now()
  const written = await writePack(`${path}.new`, generateCountry(count), {
    folder: home,
    attribution: 'A made-up country.',
  })
  renameSync(`${path}.new`, path)
  const { maxRSS } = process.resourceUsage()
  console.log(
    `built ${written.count} places in ${((performance.now() - start) / 1000).toFixed(0)} s, ` +
      `${formatMegabytes(written.size)}; the most memory so far ${formatMegabytes(maxRSS * 1000)}\n`,
  )
  return path
}

function formatMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}

import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileSource, openPack, packCache, writePack } from '#places/gazetteer'
import { placesPack } from '../test/fixtures/places.ts'
import { seeded } from '../test/fixtures/random.ts'
import { coldQueries } from './geocoding-cold.ts'
import { madeUpCountry } from './geocoding-corpus.ts'
import { memoryAlone } from './geocoding-memory.ts'
import { openPeer } from './geocoding-peer.ts'
import { type QueryClass, queryClasses } from './geocoding-queries.ts'
import { manyScripts } from './geocoding-scripts.ts'
import { percentile, table } from './statistics.ts'

const home = 'node_modules/.cache/cairn-bench/geocoding'
/** What the geocoder's budget allows. */
const cacheBytes = 128 * 1024 * 1024
const queriesOfClass = 300
const rounds = 3
/** Of the made-up country; `$PLACES` for another size. */
const madeUpPlaces = Number(process.env.PLACES ?? 1_000_000)

/**
 * Search, autocomplete, reverse and places against SQLite over the same places, FTS5 for words and its
 * R-tree for points: warm, in turn, in one process, on a real region and on a made-up country. Then what
 * a cold query reads, and queries in many scripts.
 */
export async function geocodingBenchmark(): Promise<void> {
  mkdirSync(home, { recursive: true })
  const real = await placesPack('andorra')
  const region = real ? 'andorra' : 'demo'
  const pack = real ?? (await placesPack('demo'))!
  await measure(region, pack)
  await manyScripts(region, pack, 10_000)
  const country = await madeUpPack(madeUpPlaces)
  const label = `${madeUpPlaces.toLocaleString('en')} made-up places`
  const classes = await measure(label, country)
  await coldQueries(country, classes)
  memoryAlone(country)
  await manyScripts(label, country, 2_000)
}

async function measure(label: string, path: string): Promise<QueryClass[]> {
  const before = process.memoryUsage().rss
  const cache = packCache(cacheBytes)
  const source = await fileSource(path)
  const opening = performance.now()
  const gazetteer = await openPack(source, { cache })
  const opened = performance.now() - opening
  const classes = await queryClasses(gazetteer, { count: queriesOfClass, chance: seeded(9) })
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
      rows.push(rowOf(label, times))
    }
  } finally {
    peer.close()
    await source.close()
  }
  console.log(
    `geocoding, ${label}: ${gazetteer.count} places in ${megabytes(statSync(path).size)}, opened in ` +
      `${opened.toFixed(1)} ms; ${queriesOfClass} queries a class, ${rounds} rounds, warm; cache ` +
      `${megabytes(cache.bytes)}, resident ${megabytes(process.memoryUsage().rss)} (${megabytes(before)} before, SQLite included)`,
  )
  console.log(`${table(rows)}\n`)
  return classes
}

function rowOf(label: string, { ours, peer }: Record<'ours' | 'peer', number[]>): string[] {
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

/** The made-up country's pack, built once for each state of the code that builds it. */
async function madeUpPack(count: number): Promise<string> {
  const hash = createHash('sha256')
  const code = '{lib/{gazetteer,text,categories}/**/*,bench/geocoding-corpus}.ts'
  for (const file of globSync(code).sort()) hash.update(readFileSync(file))
  const path = join(home, `${count}-${hash.digest('hex').slice(0, 16)}.pack`)
  if (existsSync(path)) return path
  const start = performance.now()
  const written = await writePack(`${path}.new`, madeUpCountry(count), {
    folder: home,
    attribution: 'A made-up country.',
  })
  renameSync(`${path}.new`, path)
  const { maxRSS } = process.resourceUsage()
  console.log(
    `built ${written.count} places in ${((performance.now() - start) / 1000).toFixed(0)} s, ` +
      `${megabytes(written.size)}; the most memory so far ${megabytes(maxRSS * 1000)}\n`,
  )
  return path
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}

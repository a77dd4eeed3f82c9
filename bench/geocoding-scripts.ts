import { setImmediate as nextTurn } from 'node:timers/promises'
import { createPackCache, openFileSource, openPack } from '#places/gazetteer'
import { autocomplete, findPlaces, reverse, search, searchStructured } from '#places/search'
import { quiet } from '../test/fixtures/places.ts'
import { seeded } from '../test/fixtures/random.ts'
import { anyText } from '../test/places/search/sets/scripts.ts'
import { formatTable, percentile } from './statistics.ts'

const size = 10
/** Share of the queries after which memory should not grow. */
const settledShare = 0.2

/** Sends texts in many scripts to each operation; measures their times and whether memory grows. */
export async function measureManyScripts(
  label: string,
  path: string,
  queries: number,
): Promise<void> {
  const part = queries * settledShare
  const source = await openFileSource(path)
  const cache = createPackCache()
  const gazetteer = await openPack(source, { cache })
  const { min_lat, min_lon, max_lat, max_lon } = gazetteer.bounds
  const known = await gazetteer.places(Array.from({ length: 300 }, (_, i) => i))
  const names = known.map(({ name }) => name)
  const anywhere = (rng: () => number) => ({
    lat: min_lat + (max_lat - min_lat) * rng(),
    lon: min_lon + (max_lon - min_lon) * rng(),
  })
  const ways: Record<string, (text: string, rng: () => number) => Promise<unknown>> = {
    search: (text) => search(gazetteer, { text, size }, quiet),
    autocomplete: (text) => autocomplete(gazetteer, { text, size }, quiet),
    'structured search': (text, rng) =>
      searchStructured(
        gazetteer,
        { address: text, locality: anyText(rng, names), postalcode: anyText(rng) },
        { size },
        quiet,
      ),
    reverse: (_text, rng) =>
      reverse(gazetteer, { ...anywhere(rng), size, radiusMeters: 1000 }, quiet),
    places: (text, rng) =>
      findPlaces(gazetteer, { query: text, near: anywhere(rng), radiusMeters: 5000, size }, quiet),
  }
  const rows = [['', 'p50', 'p95', 'p99', 'max', `resident after ${part}`, `after ${queries}`]]
  for (const [way, ask] of Object.entries(ways)) {
    const rng = seeded(31)
    const times: number[] = []
    const resident: number[] = []
    for (let i = 1; i <= queries; i++) {
      const text = anyText(rng, names)
      const start = performance.now()
      await ask(text, rng)
      times.push(performance.now() - start)
      if (i % 500 === 0) await nextTurn()
      if (i === part || i === queries) resident.push(process.memoryUsage().rss)
    }
    rows.push([
      way,
      ...[0.5, 0.95, 0.99, 1].map((share) => `${percentile(times, share).toFixed(2)} ms`),
      ...resident.map((bytes) => `${Math.round(bytes / 1e6)} MB`),
    ])
  }
  await source.close()
  console.log(
    `geocoding, ${label}: ${queries} texts in many scripts, some of 10 kB, for each way to ask`,
  )
  console.log(`${formatTable(rows)}\n`)
}

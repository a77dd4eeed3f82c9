import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openFileSource, openPack, writePack } from '#places/gazetteer'
import { seeded } from '../test/fixtures/random.ts'
import { printColdQueries } from './geocoding-cold.ts'
import { generateCountry } from './geocoding-corpus.ts'
import { createQueryClasses } from './geocoding-queries.ts'

const home = 'node_modules/.cache/cairn-bench/geocoding-shards'
/** Number of places in the invented country; `$PLACES` changes it. */
const places = Number(process.env.PLACES ?? 300_000)
const shards = Number(process.env.SHARDS ?? 5)

/** Measures the cost of a cold query on an invented country in one pack, and in shards behind a router. */
export async function runGeocodingShardsBenchmark(): Promise<void> {
  mkdirSync(home, { recursive: true })
  const whole = await build('whole', Number.POSITIVE_INFINITY)
  const router = await build('shards', Math.ceil(places / shards))
  const source = await openFileSource(whole)
  const options = { count: 60, chance: seeded(9) }
  const classes = await createQueryClasses(await openPack(source), options)
  await source.close()
  await printColdQueries(whole, classes)
  await printColdQueries(router, classes)
  console.log('As before, with no directory of a shard read before it is needed:')
  await printColdQueries(router, classes, { maxEarlyBytes: 0 })
}

async function build(name: string, maxPlaces: number): Promise<string> {
  const folder = join(home, `${name}-${places}-${maxPlaces}`)
  const path = join(folder, 'places.pack')
  if (process.env.KEEP === '1' && existsSync(path)) return path
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const start = process.cpuUsage()
  const written = await writePack(path, generateCountry(places), {
    folder: join(home, 'scratch'),
    attribution: 'A made-up country.',
    maxPlaces,
  })
  const { user, system } = process.cpuUsage(start)
  const sizes = written.files.map((file) => (statSync(file).size / 1e6).toFixed(1))
  console.log(
    `${name}: ${written.count} places, files of ${sizes.join(', ')} MB in ${dirname(path)}, ` +
      `${((user + system) / 1e6).toFixed(0)} s of CPU`,
  )
  return path
}

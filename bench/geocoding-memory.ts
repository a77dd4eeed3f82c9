import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { fileSource, openPack, packCache } from '../lib/gazetteer/index.ts'
import { seeded } from '../test/fixtures/random.ts'
import { queryClasses } from './geocoding-queries.ts'

/** The geocoder's memory budget. */
const cacheBytes = 128 * 1024 * 1024
const queriesOfClass = 1_000
const self = fileURLToPath(import.meta.url)

interface Memory {
  cache: number
  heapUsed: number
  external: number
  rss: number
}

/** Prints the memory of a process that only answers queries. */
export function memoryAlone(path: string): void {
  const output = execFileSync(process.execPath, ['--expose-gc', self, path], { encoding: 'utf8' })
  const { before, after } = JSON.parse(output) as { before: Memory; after: Memory }
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  console.log(
    `memory of a process of its own after ${queriesOfClass} queries of each class: cache ` +
      `${megabytes(after.cache)}; heap ${megabytes(after.heapUsed)} (${megabytes(before.heapUsed)} ` +
      `before the first), external ${megabytes(after.external)} (${megabytes(before.external)}), resident ` +
      `${megabytes(after.rss)} (${megabytes(before.rss)}), after garbage collection\n`,
  )
}

async function measure(path: string): Promise<void> {
  const cache = packCache(cacheBytes)
  const source = await fileSource(path)
  const now = (): Memory => {
    globalThis.gc?.()
    const { heapUsed, external, rss } = process.memoryUsage()
    return { cache: cache.bytes, heapUsed, external, rss }
  }
  const before = now()
  const gazetteer = await openPack(source, { cache })
  const classes = await queryClasses(gazetteer, { count: queriesOfClass, chance: seeded(9) })
  for (const { queries, ask } of classes) for (const query of queries) await ask(gazetteer, query)
  const after = now()
  await source.close()
  console.log(JSON.stringify({ before, after }))
}

if (process.argv[1] === self) await measure(process.argv[2]!)

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createPackCache, openFileSource, openPack } from '#places/gazetteer'
import { makeHeapOptions } from '../functions/process-options.ts'
import { seeded } from '../test/fixtures/random.ts'
import { createQueryClasses } from './geocoding-queries.ts'

/** Old-space limit as deployed, MiB: half of a function's memory. */
const deployedOldSpaceMebibytes = 512
/** The geocoder's memory budget. */
const cacheBytes = 128 * 1024 * 1024
const queriesOfClass = 1_000
const self = fileURLToPath(import.meta.url)

interface Memory {
  cache: number
  heapUsed: number
  heapTotal: number
  arrayBuffers: number
  rss: number
}

/** Prints the memory of a process that only answers queries. */
export function printMemoryAlone(path: string): void {
  const options = [...makeHeapOptions(deployedOldSpaceMebibytes), '--expose-gc', self, path]
  const output = execFileSync(process.execPath, options, { encoding: 'utf8' })
  const { before, after, maxRss } = JSON.parse(output) as Record<'before' | 'after', Memory> & {
    maxRss: number
  }
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  console.log(
    `memory of a process of its own after ${queriesOfClass} queries of each class: cache ` +
      `${megabytes(after.cache)}; heap ${megabytes(after.heapUsed)} of ${megabytes(after.heapTotal)} ` +
      `(${megabytes(before.heapUsed)} before the first), buffers ${megabytes(after.arrayBuffers)} ` +
      `(${megabytes(before.arrayBuffers)}), resident ${megabytes(after.rss)} ` +
      `(${megabytes(before.rss)}), after garbage collection; at most ${megabytes(maxRss)}\n`,
  )
}

async function measure(path: string): Promise<void> {
  const cache = createPackCache(cacheBytes)
  const source = await openFileSource(path)
  const now = (): Memory => {
    globalThis.gc?.()
    const { heapUsed, heapTotal, arrayBuffers, rss } = process.memoryUsage()
    return { cache: cache.bytes, heapUsed, heapTotal, arrayBuffers, rss }
  }
  const before = now()
  const gazetteer = await openPack(source, { cache })
  const classes = await createQueryClasses(gazetteer, { count: queriesOfClass, chance: seeded(9) })
  for (const { queries, ask } of classes) for (const query of queries) await ask(gazetteer, query)
  const after = now()
  await source.close()
  const maxRss = 1024 * process.resourceUsage().maxRSS
  console.log(JSON.stringify({ before, after, maxRss }))
}

if (process.argv[1] === self) await measure(process.argv[2]!)

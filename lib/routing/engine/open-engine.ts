import { access } from 'node:fs/promises'
import type { Bounds } from '#ground/geo'
import { unavailable } from '#platform/errors'
import type { EngineTileCache } from '#routing/tile-cache'
import { openTileSet, TileSet } from '#routing/tiles'
import { type Engine, ValhallaEngine } from './engine.ts'
import { FileGuard, type IntactTiles } from './file-guard.ts'

/**
 * Every engine of this process, by file, for the life of the process. The binding frees no engine, and would confuse
 * a new engine with a freed one at the same address.
 */
const engines = new Map<string, Promise<Engine>>()

/**
 * Opens the routing engine on a `routing.tar`. Returns the same engine for the same file. Engines on several files
 * work side by side, but none is ever freed: open only a few in a process.
 *
 * @param options.intact Checked after each answer: an answer from a changed file does not count.
 * @param options.areas Boxes around the parts of the region, degrees. Errors use them to detect locations outside.
 * @throws ApiError `service_unavailable` when the file cannot be read.
 */
export function openEngine({
  tileExtract,
  intact,
  areas = [],
}: {
  tileExtract: string
  intact?: IntactTiles
  areas?: readonly Bounds[]
}): Promise<Engine> {
  // The engine has mapped the old content, so a replaced file needs a new engine.
  return openOnce(`${tileExtract} ${intact?.fingerprint}`, async () => {
    await access(tileExtract).catch((cause) => {
      throw unavailable(cause, 'The routing data cannot be read. Please try again.')
    })
    const tiles = await openTileSet(tileExtract, intact)
    return await start(new ValhallaEngine(tileExtract, tiles, new FileGuard(intact), areas))
  })
}

/**
 * Opens the routing engine on tiles that are fetched on demand. Returns the same engine for the same cache. Otherwise
 * like {@link openEngine}.
 *
 * @param options.areas Boxes around the parts of the region, degrees. Errors use them to detect locations outside.
 */
export function openEngineOnCache({
  cache,
  areas = [],
}: {
  cache: EngineTileCache
  areas?: readonly Bounds[]
}): Promise<Engine> {
  return openOnce(cache.tileExtract, async () => {
    return await start(new ValhallaEngine(cache.tileExtract, new TileSet(cache), cache, areas))
  })
}

function openOnce(identity: string, open: () => Promise<Engine>): Promise<Engine> {
  const known = engines.get(identity)
  if (known) return known
  const engine = open()
  engines.set(identity, engine)
  // When the file cannot be read, no native engine exists yet, so a retry is possible.
  engine.catch(() => engines.delete(identity))
  return engine
}

async function start(engine: ValhallaEngine): Promise<Engine> {
  await warm(engine)
  return engine
}

/**
 * Warms up the engine with one route along any road. The first route of a process reads the instructions of 34
 * languages and takes 60-80 ms longer.
 */
async function warm(engine: Engine): Promise<void> {
  const locations = await engine.tiles.someRoad().catch(() => undefined)
  // An error here will recur in the first requested route.
  if (locations) await engine.call('route', { locations, costing: 'auto' }).catch(() => undefined)
}

import { access } from 'node:fs/promises'
import type { Bounds } from '#ground/geo'
import { unavailable } from '#platform/errors'
import type { EngineTileCache } from '#routing/tile-cache'
import { openTileSet, TileSet } from '#routing/tiles'
import { type Engine, ValhallaEngine } from './engine.ts'
import { FileGuard, type IntactTiles } from './file-guard.ts'

/**
 * Every engine of this process, by file, for the life of the process: the binding frees no engine, and
 * would confuse a new engine with a freed one at the same address.
 */
const engines = new Map<string, Promise<Engine>>()

/**
 * Opens the routing engine on a `routing.tar`; the same file gives the same engine. Engines on several
 * files work side by side, but no engine is ever freed: open few in one process.
 *
 * @param options.intact Checked after each answer: an answer from a changed file does not count.
 * @param options.areas Boxes around the parts of the region, degrees: errors tell who is outside.
 * Throws `service_unavailable` when the file cannot be read.
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
  // The engine has mapped the old content: a replaced file needs a new engine.
  return once(`${tileExtract} ${intact?.fingerprint}`, async () => {
    await access(tileExtract).catch((cause) => {
      throw unavailable(cause, 'The routing data cannot be read. Please try again.')
    })
    const tiles = await openTileSet(tileExtract, intact)
    return await start(new ValhallaEngine(tileExtract, tiles, new FileGuard(intact), areas))
  })
}

/**
 * Opens the routing engine on tiles that are fetched when they are needed, otherwise as {@link openEngine}:
 * the same cache gives the same engine.
 *
 * @param options.areas Boxes around the parts of the region, degrees: errors tell who is outside.
 */
export function openEngineOnCache({
  cache,
  areas = [],
}: {
  cache: EngineTileCache
  areas?: readonly Bounds[]
}): Promise<Engine> {
  return once(cache.tileExtract, async () => {
    return await start(new ValhallaEngine(cache.tileExtract, new TileSet(cache), cache, areas))
  })
}

function once(identity: string, open: () => Promise<Engine>): Promise<Engine> {
  const known = engines.get(identity)
  if (known) return known
  const engine = open()
  engines.set(identity, engine)
  // No native engine exists yet when the file cannot be read, so another try is possible.
  engine.catch(() => engines.delete(identity))
  return engine
}

async function start(engine: ValhallaEngine): Promise<Engine> {
  await warm(engine)
  return engine
}

/**
 * One route along any road: the first route of a process reads the instructions of 34 languages and takes
 * 60-80 ms longer.
 */
async function warm(engine: Engine): Promise<void> {
  const locations = await engine.tiles.someRoad().catch(() => undefined)
  // An error here will appear again in the first route that is requested.
  if (locations) await engine.call('route', { locations, costing: 'auto' }).catch(() => undefined)
}

import { access } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type * as Valhalla from '@valhallajs/valhallajs'
import { Semaphore } from '../../concurrency/index.ts'
import { ApiError, unavailable } from '../../errors/index.ts'
import type { Bounds } from '../../geo/index.ts'
import type { TileCache } from '../../tile-cache/index.ts'
import { openTileSet, TileSet } from '../tiles/index.ts'
import type { EngineRoute } from './answers.ts'
import { type EngineTiles, engineConfig } from './config.ts'
import { fromEngineError } from './errors.ts'
import { nameLegWithoutRoute, nameUnroutableLocation } from './explain.ts'
import { searchDetoursAgain } from './second-search.ts'

/** Actions of the engine, named as its binding does. */
export type EngineAction =
  | 'route'
  | 'locate'
  | 'matrix'
  | 'optimizedRoute'
  | 'isochrone'
  | 'expansion'
  | 'traceRoute'
  | 'traceAttributes'
  | 'status'

export type EngineQuery = Record<string, unknown>

/** JSON text in and out spares the binding a second pass over it. */
type Actor = Record<EngineAction, (query: string) => Promise<string>>

export interface Engine {
  /**
   * Runs a query. An answer that comes after the signal's abort is dropped: the engine itself cannot be
   * interrupted.
   *
   * Throws `location_not_routable`, `no_route`, `match_failed`, `bad_request` (over one of the
   * engine's limits), `service_unavailable` or, aborted, the signal's reason.
   */
  call<Answer>(action: EngineAction, query: EngineQuery, signal?: AbortSignal): Promise<Answer>
  /**
   * As `call('route', ...)`; a location without a road within reach is named by `location_index`, a leg
   * without a route by `location_indices`. Long detours by bicycle are searched for again.
   */
  route(query: EngineQuery, signal?: AbortSignal): Promise<EngineRoute>
  /** Bridges, tunnels, ferries and gates, read from the same tiles. */
  readonly tiles: TileSet
  /** Of the region, degrees. */
  readonly bounds?: Bounds | undefined
}

/**
 * Every engine of this process, by file, for the life of the process: the binding frees no engine, and
 * would confuse a new engine with a freed one at the same address.
 */
const engines = new Map<string, Promise<Engine>>()

/** The verified file of an engine. */
export interface IntactTiles {
  /** Differs whenever the content differs. */
  fingerprint: string
  /** Throws `service_unavailable` when the file has changed since. */
  assertIntact(): void
}

/**
 * Opens the routing engine on a `routing.tar`; the same file gives the same engine. Engines on several
 * files work side by side, but no engine is ever freed: open few in one process.
 *
 * @param options.intact Checked after each answer: an answer from a changed file does not count.
 * @param options.bounds Of the region, degrees: errors tell who is outside.
 * Throws `service_unavailable` when the file cannot be read.
 */
export function openEngine({
  tileExtract,
  intact,
  bounds,
}: {
  tileExtract: string
  intact?: IntactTiles
  bounds?: Bounds
}): Promise<Engine> {
  // The engine has mapped the old content: a replaced file needs a new engine.
  return once(`${tileExtract} ${intact?.fingerprint}`, async () => {
    await access(tileExtract).catch((cause) => {
      throw unavailable(cause, 'The routing data cannot be read. Please try again.')
    })
    const tiles = await openTileSet(tileExtract, intact)
    return await start(new ValhallaEngine({ tileExtract }, tiles, new FileGuard(intact), bounds))
  })
}

/**
 * Opens the routing engine on tiles that are fetched when they are needed, otherwise as {@link openEngine}:
 * the same cache gives the same engine. The calls of the first such engine of a process run one at a time.
 *
 * @param options.bounds Of the region, degrees: errors tell who is outside.
 */
export function openEngineOnCache({
  cache,
  bounds,
}: {
  cache: TileCache
  bounds?: Bounds
}): Promise<Engine> {
  return once(cache.path, async () => {
    const { path: tileFolder, url: tileUrl, hasUnconnectedAreas } = cache
    const sharesMemory = isFirstOnCache
    isFirstOnCache = false
    const config = { tileFolder, tileUrl, hasUnconnectedAreas, sharesMemory }
    return await start(new ValhallaEngine(config, new TileSet(cache), cache, bounds))
  })
}

let isFirstOnCache = true

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

/** Guards the calls of an engine: provides tiles before, and tells after whether an answer counts. */
type CallGuard = Pick<TileCache, 'during'>

/** Of a file that the engine has mapped. */
class FileGuard implements CallGuard {
  readonly #intact: IntactTiles | undefined

  constructor(intact: IntactTiles | undefined) {
    this.#intact = intact
  }

  /** Neither an answer nor an error counts when the tiles have changed under the engine. */
  async during<T>(
    _action: string,
    _query: EngineQuery,
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    try {
      const answer = await work()
      this.#intact?.assertIntact()
      return answer
    } catch (error) {
      if (!signal?.aborted) this.#intact?.assertIntact()
      throw error
    }
  }
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

/** One thread of the pool stays free for files and DNS, or a full pool could wait for itself. */
const engineThreads = Math.max(1, Number(process.env.UV_THREADPOOL_SIZE ?? 4) - 1)

/** Calls of all engines of the process. */
const threads = new Semaphore(engineThreads, {
  // The engine cannot be interrupted: long calls of one account leave a thread to the others.
  maxPerOwner: Math.max(1, engineThreads - 1),
})

class ValhallaEngine implements Engine {
  readonly #actor: Actor
  readonly tiles: TileSet
  readonly bounds: Bounds | undefined
  readonly #guard: CallGuard
  readonly #oneAtATime: Semaphore | undefined

  constructor(config: EngineTiles, tiles: TileSet, guard: CallGuard, bounds: Bounds | undefined) {
    // `require`, not `import`: Node searches the folder of a layer (NODE_PATH) only for `require`.
    const { Actor } = createRequire(import.meta.url)('@valhallajs/valhallajs') as typeof Valhalla
    this.#actor = new Actor(JSON.stringify(engineConfig(config))) as unknown as Actor
    this.tiles = tiles
    this.#guard = guard
    if ('sharesMemory' in config && config.sharesMemory) this.#oneAtATime = new Semaphore(1)
    this.bounds = bounds
  }

  async call<Answer>(
    action: EngineAction,
    query: EngineQuery,
    signal?: AbortSignal,
  ): Promise<Answer> {
    if (action === 'traceAttributes' && 'elevation_interval' in query) {
      throw new Error('traceAttributes with elevation_interval crashes this engine')
    }
    const text = JSON.stringify(query)
    const onThread = () => threads.run(() => this.#actor[action](text), signal)
    const run = () => this.#oneAtATime?.run(onThread, signal) ?? onThread()
    try {
      const work = () => unlessAborted(run(), signal)
      return JSON.parse(await this.#guard.during(action, query, work, signal)) as Answer
    } catch (error) {
      if (signal?.aborted) throw error
      throw fromEngineError(error)
    }
  }

  async route(query: EngineQuery, signal?: AbortSignal): Promise<EngineRoute> {
    try {
      const answer = await this.call<EngineRoute>('route', query, signal)
      return await searchDetoursAgain(this, query, answer, signal)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'location_not_routable') {
        throw await nameUnroutableLocation(this, error, query, signal)
      }
      throw error.code === 'no_route'
        ? await nameLegWithoutRoute(this, error, query, signal)
        : error
    }
  }
}

function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

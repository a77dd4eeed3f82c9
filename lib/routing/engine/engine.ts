import { access } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type * as Valhalla from '@valhallajs/valhallajs'
import { Semaphore } from '../../concurrency/index.ts'
import { ApiError, unavailable } from '../../errors/index.ts'
import type { Bounds } from '../../geo/index.ts'
import { openTileSet, type TileSet } from '../tiles/index.ts'
import type { EngineRoute } from './answers.ts'
import { engineConfig } from './config.ts'
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
  const identity = `${tileExtract} ${intact?.fingerprint}`
  const known = engines.get(identity)
  if (known) return known
  const engine = start(tileExtract, intact, bounds)
  engines.set(identity, engine)
  // No native engine exists yet when the file cannot be read, so another try is possible.
  engine.catch(() => engines.delete(identity))
  return engine
}

async function start(
  tileExtract: string,
  intact: IntactTiles | undefined,
  bounds: Bounds | undefined,
): Promise<Engine> {
  await access(tileExtract).catch((cause) => {
    throw unavailable(cause, 'The routing data cannot be read. Please try again.')
  })
  const tiles = await openTileSet(tileExtract, intact)
  // `require`, not `import`: Node searches the folder of a layer (NODE_PATH) only for `require`.
  const { Actor } = createRequire(import.meta.url)('@valhallajs/valhallajs') as typeof Valhalla
  const actor = new Actor(JSON.stringify(engineConfig({ tileExtract }))) as unknown as Actor
  const engine = new ValhallaEngine(actor, tiles, intact, bounds)
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

/** One thread of the pool stays free for files and DNS, or a full pool could wait for itself. */
const engineThreads = Math.max(1, Number(process.env.UV_THREADPOOL_SIZE ?? 4) - 1)

class ValhallaEngine implements Engine {
  readonly #actor: Actor
  readonly tiles: TileSet
  readonly bounds: Bounds | undefined
  readonly #intact: IntactTiles | undefined
  readonly #semaphore = new Semaphore(engineThreads, {
    // The engine cannot be interrupted: long calls of one account leave a thread to the others.
    maxPerOwner: Math.max(1, engineThreads - 1),
  })

  constructor(
    actor: Actor,
    tiles: TileSet,
    intact: IntactTiles | undefined,
    bounds: Bounds | undefined,
  ) {
    this.#actor = actor
    this.tiles = tiles
    this.#intact = intact
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
    const answer = this.#semaphore.run(() => this.#actor[action](text), signal)
    try {
      const text = await unlessAborted(answer, signal)
      this.#intact?.assertIntact()
      return JSON.parse(text) as Answer
    } catch (error) {
      if (signal?.aborted) throw error
      // Neither an answer nor an error counts when the tiles have changed under the engine.
      this.#intact?.assertIntact()
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

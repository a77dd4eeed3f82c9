import { access } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type * as Valhalla from '@valhallajs/valhallajs'
import { Semaphore } from '../../concurrency/index.ts'
import { ApiError, unavailable } from '../../errors/index.ts'
import { openTileSet, type TileSet } from '../tiles/index.ts'
import type { EngineRoute } from './answers.ts'
import { engineConfig } from './config.ts'
import { fromEngineError } from './errors.ts'
import { namedUnroutable } from './unroutable.ts'

/** Actions of the engine, named as its binding does. */
export type EngineAction =
  | 'route'
  | 'locate'
  | 'matrix'
  | 'optimizedRoute'
  | 'isochrone'
  | 'traceRoute'
  | 'traceAttributes'
  | 'status'

export type EngineQuery = Record<string, unknown>

/** Text in and text out spares the binding a second pass over the JSON. */
type Actor = Record<EngineAction, (query: string) => Promise<string>>

export interface Engine {
  /**
   * Asks the engine. An answer that comes after the signal's abort is dropped: the engine itself
   * cannot be interrupted.
   *
   * Throws `location_not_routable`, `no_route`, `match_failed`, `bad_request` (over one of the
   * engine's limits), `service_unavailable` or, aborted, the signal's reason.
   */
  call<Answer>(action: EngineAction, query: EngineQuery, signal?: AbortSignal): Promise<Answer>
  /** As `call('route', ...)`; a location without a road within reach is named by `location_index`. */
  route(query: EngineQuery, signal?: AbortSignal): Promise<EngineRoute>
  /** Bridges, tunnels, ferries and gates, read from the same tiles. */
  readonly tiles: TileSet
}

/**
 * Every engine of this process, by file, for its whole life: the binding frees none, and would confuse
 * one that is made where another's memory was.
 */
const engines = new Map<string, Promise<Engine>>()

/** The file of an engine as it was verified. */
export interface IntactTiles {
  /** Another one for each content of the file. */
  fingerprint: string
  /** Throws `service_unavailable` when the file has changed since. */
  assertIntact(): void
}

/**
 * Opens the routing engine on a `routing.tar`; the same file gives the same engine. Engines on several
 * files answer side by side, but none is ever let go: open few in one process.
 *
 * @param options.intact Asked after each answer, so that none is made from a file that changed meanwhile.
 * Throws `service_unavailable` when the file cannot be read.
 */
export function openEngine({
  tileExtract,
  intact,
}: {
  tileExtract: string
  intact?: IntactTiles
}): Promise<Engine> {
  // A file that was put there anew is another one to an engine that has mapped the former.
  const identity = `${tileExtract} ${intact?.fingerprint}`
  const known = engines.get(identity)
  if (known) return known
  const engine = start(tileExtract, intact)
  engines.set(identity, engine)
  // Nothing native has been made yet when the file cannot be read: another try is free to come.
  engine.catch(() => engines.delete(identity))
  return engine
}

async function start(tileExtract: string, intact: IntactTiles | undefined): Promise<Engine> {
  await access(tileExtract).catch((cause) => {
    throw unavailable(cause, 'The routing data cannot be read. Please try again.')
  })
  const tiles = await openTileSet(tileExtract, intact)
  // Required, not imported: Node looks into the folder of a layer (NODE_PATH) for `require` only.
  const { Actor } = createRequire(import.meta.url)('@valhallajs/valhallajs') as typeof Valhalla
  const actor = new Actor(JSON.stringify(engineConfig({ tileExtract }))) as unknown as Actor
  const engine = new ValhallaEngine(actor, tiles, intact)
  await warm(engine)
  return engine
}

/**
 * One route along some road: the first of a process reads the words of 34 languages and takes 60-80 ms
 * more than others do.
 */
async function warm(engine: Engine): Promise<void> {
  const locations = await engine.tiles.someRoad().catch(() => undefined)
  // Whatever is wrong is said to those who ask for a route.
  if (locations) await engine.call('route', { locations, costing: 'auto' }).catch(() => undefined)
}

/** One thread of the pool stays free for files and names, or a full pool could wait on itself. */
const engineThreads = Math.max(1, Number(process.env.UV_THREADPOOL_SIZE ?? 4) - 1)

class ValhallaEngine implements Engine {
  readonly #actor: Actor
  readonly tiles: TileSet
  readonly #intact: IntactTiles | undefined
  readonly #semaphore = new Semaphore(engineThreads, {
    // The engine cannot be interrupted: long calls of one account leave a thread to the others.
    maxPerOwner: Math.max(1, engineThreads - 1),
  })

  constructor(actor: Actor, tiles: TileSet, intact: IntactTiles | undefined) {
    this.#actor = actor
    this.tiles = tiles
    this.#intact = intact
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
      // Neither an answer nor a refusal counts when the tiles changed under the engine.
      this.#intact?.assertIntact()
      throw fromEngineError(error)
    }
  }

  async route(query: EngineQuery, signal?: AbortSignal): Promise<EngineRoute> {
    try {
      return await this.call<EngineRoute>('route', query, signal)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'location_not_routable') {
        throw await namedUnroutable(this, error, query, signal)
      }
      throw error
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

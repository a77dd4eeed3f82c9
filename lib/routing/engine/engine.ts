import { createRequire } from 'node:module'
import type * as Valhalla from '@valhallajs/valhallajs'
import type { Bounds } from '#ground/geo'
import { pause, Semaphore } from '#platform/concurrency'
import { ApiError } from '#platform/errors'
import type { EngineTileCache } from '#routing/tile-cache'
import type { TileSet } from '#routing/tiles'
import type { EngineRoute } from './answers.ts'
import { buildEngineConfig } from './config.ts'
import { convertEngineError } from './errors.ts'
import { nameLegWithoutRoute, nameUnroutableLocation } from './explain.ts'
import { checkAnswerLength, mayHoldUncleanName, parseAnswer } from './parse-answer.ts'
import { searchDetoursAgain } from './second-search.ts'

/** Actions of the engine, as named in its binding. */
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

/** Actions whose answers become lines and steps of about the same length. */
const lineActions: readonly EngineAction[] = ['route', 'traceRoute', 'traceAttributes']

export type EngineQuery = Record<string, unknown>

/** Maximum number of locations in one `locate` call of the engine. */
const locationsPerCall = 20

type LongQuery = EngineQuery & { locations: unknown[] }

/** Passing JSON text in and out saves the binding a second pass over it. */
type Actor = Record<EngineAction, (query: string) => Promise<string>>

export interface Engine {
  /**
   * Runs a query. The engine cannot be interrupted, so an answer that arrives after the signal's abort is dropped.
   *
   * Throws `location_not_routable`, `no_route`, `match_failed`, `bad_request` (over one of the engine's limits),
   * `service_unavailable` or, when aborted, the signal's reason.
   */
  call<Answer>(action: EngineAction, query: EngineQuery, signal?: AbortSignal): Promise<Answer>
  /**
   * Runs `call('route', ...)`. Errors name a location without a road nearby by `location_index`, and a leg without a
   * route by `location_indices`. Searches again for long detours by bicycle.
   */
  route(query: EngineQuery, signal?: AbortSignal): Promise<EngineRoute>
  /** Bridges, tunnels, ferries and gates, read from the same tiles. */
  readonly tiles: TileSet
  /** Boxes around the parts of the region, degrees. */
  readonly areas: readonly Bounds[]
}

/** Guards the calls of an engine: provides tiles, and decides whether an answer counts. */
export type CallGuard = Pick<EngineTileCache, 'during'>

/**
 * Number of threads for the engine. One thread of the pool stays free for files and DNS, or a full pool could wait
 * for itself.
 */
const engineThreads = Math.max(1, Number(process.env.UV_THREADPOOL_SIZE ?? 4) - 1)

/** Limits the calls of all engines of the process. */
const threads = new Semaphore(engineThreads, {
  // The engine cannot be interrupted, so one account's long calls leave a thread to the others.
  maxPerOwner: Math.max(1, engineThreads - 1),
})

export class ValhallaEngine implements Engine {
  readonly #actor: Actor
  readonly tiles: TileSet
  readonly areas: readonly Bounds[]
  readonly #guard: CallGuard

  constructor(tileExtract: string, tiles: TileSet, guard: CallGuard, areas: readonly Bounds[]) {
    // `require`, not `import`: Node searches the folder of a layer (NODE_PATH) only for `require`.
    const { Actor } = createRequire(import.meta.url)('@valhallajs/valhallajs') as typeof Valhalla
    this.#actor = new Actor(JSON.stringify(buildEngineConfig(tileExtract))) as unknown as Actor
    this.tiles = tiles
    this.#guard = guard
    this.areas = areas
  }

  async call<Answer>(
    action: EngineAction,
    query: EngineQuery,
    signal?: AbortSignal,
  ): Promise<Answer> {
    if (action === 'traceAttributes' && 'elevation_interval' in query) {
      throw new Error('traceAttributes with elevation_interval crashes this engine')
    }
    await pause(signal)
    if (action === 'locate' && isLong(query)) {
      return (await this.#locateInParts(query, signal)) as Answer
    }
    const run = (action: string, query: EngineQuery) =>
      threads.run(() => this.#actor[action as EngineAction](JSON.stringify(query)), signal)
    try {
      // The guard waits until the engine ends; the caller does not.
      const answer = this.#guard.during(action, query, run, signal)
      const text = await rejectOnAbort(answer, signal)
      await pause(signal)
      if (lineActions.includes(action)) checkAnswerLength(text.length)
      const isUnclean = mayHoldUncleanName(text)
      await pause(signal)
      return parseAnswer<Answer>(text, isUnclean)
    } catch (error) {
      if (signal?.aborted) throw error
      throw convertEngineError(error)
    }
  }

  /** Locates the locations in separate calls: the answers for 100 with all their roads take 80 ms to parse. */
  async #locateInParts(query: LongQuery, signal?: AbortSignal): Promise<unknown[]> {
    const { locations } = query
    const items: unknown[] = []
    for (let from = 0; from < locations.length; from += locationsPerCall) {
      const part = { ...query, locations: locations.slice(from, from + locationsPerCall) }
      items.push(...(await this.call<unknown[]>('locate', part, signal)))
    }
    return items
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

function isLong(query: EngineQuery): query is LongQuery {
  return Array.isArray(query.locations) && query.locations.length > locationsPerCall
}

function rejectOnAbort<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

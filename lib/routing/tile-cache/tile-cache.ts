import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SharedLock } from '#platform/concurrency'
import type { TileArchive, TileSummary } from '#routing/tile-archive'
import { guessMissedTiles, mayHideMisses } from './missed-tiles.ts'
import { guessNeededTiles, listTilesBesideRoute } from './needed-tiles.ts'
import { makeUnreadableError, retryPatiently } from './patience.ts'
import { makeProcessFolder } from './process-folders.ts'
import { sortQuickestFirst } from './quickest-first.ts'
import { guessTilesAhead } from './read-ahead.ts'
import { blankBytes, SparseTar } from './sparse-tar.ts'
import { type FetchStatistics, TilesOnDisk } from './tiles-on-disk.ts'

/** Maximum number of repeats of a call, caused by tiles of parallel calls, before it runs alone. */
const maxDisturbances = 3

export interface TileCacheOptions {
  /** Parent folder of the caches' folders of tiles. Folders of ended processes are removed. */
  folder: string
  /** Maximum bytes of the tiles on disk. */
  budgetBytes: number
  /** Maximum duration of retries of a fetch, milliseconds (6,000). */
  patienceMs?: number
}

export interface TileCacheStatistics extends FetchStatistics {
  /** Number of tiles that the engine needed but that were missing. */
  misses: number
  /** Number of calls of the engine that were repeated because of them. */
  repeats: number
}

/** Runs an action of the engine. */
export type RunEngine = (action: string, query: Query) => Promise<string>

/** A call of the engine. */
interface Call {
  action: string
  query: Query
  run: RunEngine
  signal: AbortSignal | undefined
  /** Tiles that the call probably needs, and those found to be needed. */
  needs: Set<number>
}

type Query = Record<string, unknown>
type Outcome = { answer: string } | { error: unknown }

/**
 * Tiles of an archive for an engine of this process. They are on disk within a budget, as the `routing.tar` that the
 * engine maps. Also serves the engine's `TileSet`.
 */
export class EngineTileCache {
  readonly archive: TileArchive
  /** Path of the folder. */
  readonly path: string
  readonly #patienceMs: number
  /** Calls run in parallel; tiles are removed while no call runs. */
  readonly #lock = new SharedLock()
  readonly #tar: SparseTar
  readonly #tiles: TilesOnDisk
  readonly #missed = { misses: 0, repeats: 0 }

  private constructor(
    archive: TileArchive,
    tar: SparseTar,
    options: { path: string; budgetBytes: number; patienceMs: number },
  ) {
    this.archive = archive
    this.path = options.path
    this.#tar = tar
    this.#tiles = new TilesOnDisk(archive, tar, options)
    this.#patienceMs = options.patienceMs
  }

  get statistics(): Readonly<TileCacheStatistics> {
    return { ...this.#tiles.statistics, ...this.#missed }
  }

  /** Creates the folder with an empty tar. */
  static async open(
    archive: TileArchive,
    { folder, budgetBytes, patienceMs = 6_000 }: TileCacheOptions,
  ): Promise<EngineTileCache> {
    const path = makeProcessFolder(folder)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const tar = await SparseTar.create(join(path, 'routing.tar'), archive.directory)
    return new EngineTileCache(archive, tar, { path, budgetBytes, patienceMs })
  }

  /** Path of the engine's `routing.tar`. */
  get tileExtract(): string {
    return this.#tar.path
  }

  /** Bytes of the tiles on disk. */
  get diskBytes(): number {
    return this.#tar.bytes
  }

  /**
   * Runs a call of the engine when the tiles that it probably needs are on disk, and again with tiles that it missed.
   *
   * @throws ApiError `service_unavailable` when tiles cannot be read, or exceed the budget.
   */
  async during(
    action: string,
    query: Query,
    run: RunEngine,
    signal?: AbortSignal,
  ): Promise<string> {
    const needs = new Set(guessNeededTiles(action, query, this.archive.directory))
    const call = { action, query, run, signal, needs }
    let outcome = await this.#lock.shared(() => this.#runUntilSettled(call))
    outcome ??= await this.#lock.alone(async () => {
      let alone = await this.#runUntilSettled(call)
      // The tiles that it missed may need more space than before.
      while (!alone && (await this.#tiles.makeRoom(needs)))
        alone = await this.#runUntilSettled(call)
      return alone
    })
    if (!outcome)
      throw makeUnreadableError(new Error('one call needs more tiles than the budget has room for'))
    if ('error' in outcome) throw outcome.error
    return outcome.answer
  }

  /** Reads summaries of tiles. Throws `service_unavailable` when they cannot be read. */
  async summaries(ids: readonly number[]): Promise<TileSummary[]> {
    return await retryPatiently(() => this.archive.summaries(ids), this.#patienceMs)
  }

  /** Returns all tiles; first the ones that are fast to read together with the larger roads around them. */
  ids(): number[] {
    return sortQuickestFirst(this.archive.directory)
  }

  has(id: number): boolean {
    return this.archive.directory.has(id)
  }

  /** Returns the shape of any road of a tile, microdegrees. Throws the errors of {@link summaries}. */
  async road(id: number): Promise<number[] | undefined> {
    const [summary] = await this.summaries([id])
    return summary?.road
  }

  /** Removes the tiles on disk. */
  async clear(): Promise<void> {
    await this.#lock.alone(() => this.#tar.drop(0))
  }

  /** Removes the folder. The engine must not be called any more. */
  async close(): Promise<void> {
    await this.#lock.alone(async () => {
      await this.#tar.close()
      rmSync(this.path, { recursive: true, force: true })
    })
  }

  /**
   * Returns the outcome of a call; undefined when it has to run alone, because its tiles do not fit beside those on
   * disk, or because tiles of other calls arrive all the time, so that its own misses cannot be detected.
   */
  async #runUntilSettled(call: Call): Promise<Outcome | undefined> {
    for (let disturbances = 0; disturbances < maxDisturbances; ) {
      call.signal?.throwIfAborted()
      const fetched = await this.#tiles.fetch(call.needs, call.signal)
      if (fetched === undefined) return undefined
      const { count } = this.#tar
      const isBlankBeside = fetched > 0 && call.action === 'route' && this.#tar.canDetectMissed
      const { outcome, missed } = isBlankBeside
        ? await this.#runWithBlanks(call)
        : await this.#run(call)
      // A tile that arrived meanwhile may have been too late for this call.
      const isDisturbed = !isSure(call, outcome) && this.#tar.count !== count
      if (missed.length === 0 && !isDisturbed) return outcome
      if (missed.length === 0) disturbances++
      this.#missed.misses += missed.length
      this.#missed.repeats++
      for (const id of missed) call.needs.add(id)
      // A call without blank tiles has ended at the first tile that it missed.
      for (const id of isBlankBeside ? [] : missed)
        for (const ahead of guessTilesAhead(id, call.action, this.archive.directory))
          call.needs.add(ahead)
    }
    return undefined
  }

  /** Runs a call once. Returns its outcome and the tiles that it missed. */
  async #run(call: Call): Promise<{ outcome: Outcome; missed: readonly number[] }> {
    const run = this.#tar.run(() => waitForOutcome(call.run(call.action, call.query)))
    const outcome = await run.catch((error: unknown) => Promise.reject(makeUnreadableError(error)))
    return { outcome, missed: isSure(call, outcome) ? [] : this.#findMissed(call, outcome) }
  }

  /**
   * Runs a route once, with blank tiles in place of missing ones. On its way a route meets a tile of smaller roads
   * every few kilometers; without blank tiles each would take a run of its own.
   */
  async #runWithBlanks(route: Call): Promise<{ outcome: Outcome; missed: readonly number[] }> {
    const beside = listTilesBesideRoute(route.query, this.archive.directory)
    const absent = beside.filter((id) => !this.#tar.has(id))
    const blank = absent.slice(0, Math.max(0, Math.floor(this.#tiles.roomBytes / blankBytes)))
    let outcome!: Outcome
    const run = this.#tar.runWithBlanks(blank, async () => {
      outcome = await waitForOutcome(route.run(route.action, route.query))
    })
    const missed = await run.catch((error: unknown) => Promise.reject(makeUnreadableError(error)))
    return { outcome, missed: isSure(route, outcome) ? missed : this.#findMissed(route, outcome) }
  }

  /** Returns the tiles that a call missed. Throws `service_unavailable` when they cannot be determined. */
  #findMissed({ query, needs }: Call, outcome: Outcome): number[] {
    let known: number[] | undefined
    try {
      known = this.#tar.findMissed()
    } catch (error) {
      throw makeUnreadableError(error)
    }
    if (known || 'answer' in outcome) return known ?? []
    return guessMissedTiles(outcome.error, query, needs, this.archive.directory).filter(
      (id) => !this.#tar.has(id),
    )
  }
}

/** Returns whether a call would have ended with an error if it had met a hole. */
function isSure({ action, query }: Call, outcome: Outcome): boolean {
  return 'answer' in outcome && !mayHideMisses(action, query)
}

async function waitForOutcome(answer: Promise<string>): Promise<Outcome> {
  try {
    return { answer: await answer }
  } catch (error) {
    return { error }
  }
}

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SharedLock } from '#platform/concurrency'
import type { TileArchive, TileSummary } from '#routing/tile-archive'
import { mayHideMisses, missedByError } from './missed-tiles.ts'
import { neededTiles, tilesBesideRoute } from './needed-tiles.ts'
import { patiently, unreadable } from './patience.ts'
import { newProcessFolder } from './process-folders.ts'
import { quickestFirst } from './quickest-first.ts'
import { tilesAhead } from './read-ahead.ts'
import { blankBytes, SparseTar } from './sparse-tar.ts'
import { type FetchStatistics, TilesOnDisk } from './tiles-on-disk.ts'

/** Repeats of a call beside others, for tiles of the others, until it is done alone. */
const maxDisturbances = 3

export interface TileCacheOptions {
  /** For folders of tiles, one for each cache; the folders of ended processes are removed. */
  folder: string
  /** Of the tiles on disk. */
  budgetBytes: number
  /** For how long a fetch is tried again, milliseconds (6,000). */
  patienceMs?: number
}

export interface TileCacheStatistics extends FetchStatistics {
  /** Tiles that the engine needed and that were not there. */
  misses: number
  /** Calls of the engine that were done again because of them. */
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
  /** Tiles that it probably needs, and those that it was found to need. */
  needs: Set<number>
}

type Query = Record<string, unknown>
type Outcome = { answer: string } | { error: unknown }

/**
 * Tiles of an archive for an engine of this process: on disk within a budget, as the `routing.tar` that the engine
 * maps. Tells the engine's `TileSet` about them, too.
 */
export class EngineTileCache {
  readonly archive: TileArchive
  /** The folder. */
  readonly path: string
  readonly #patienceMs: number
  /** Calls run side by side; tiles are removed when none does. */
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

  /** Makes the folder and an empty tar in it. */
  static async open(
    archive: TileArchive,
    { folder, budgetBytes, patienceMs = 6_000 }: TileCacheOptions,
  ): Promise<EngineTileCache> {
    const path = newProcessFolder(folder)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const tar = await SparseTar.create(join(path, 'routing.tar'), archive.directory)
    return new EngineTileCache(archive, tar, { path, budgetBytes, patienceMs })
  }

  /** For the engine: the path of its `routing.tar`. */
  get tileExtract(): string {
    return this.#tar.path
  }

  /** Bytes of the tiles on disk. */
  get diskBytes(): number {
    return this.#tar.bytes
  }

  /**
   * Runs a call of the engine when the tiles are on disk that it probably needs, and again with those that it missed.
   *
   * @throws ApiError `service_unavailable` when tiles cannot be read, or are more than the budget.
   */
  async during(
    action: string,
    query: Query,
    run: RunEngine,
    signal?: AbortSignal,
  ): Promise<string> {
    const needs = new Set(neededTiles(action, query, this.archive.directory))
    const call = { action, query, run, signal, needs }
    let outcome = await this.#lock.shared(() => this.#outcome(call))
    outcome ??= await this.#lock.alone(async () => {
      let alone = await this.#outcome(call)
      // What it missed meanwhile may need more room than before.
      while (!alone && (await this.#tiles.makeRoom(needs))) alone = await this.#outcome(call)
      return alone
    })
    if (!outcome)
      throw unreadable(new Error('one call needs more tiles than the budget has room for'))
    if ('error' in outcome) throw outcome.error
    return outcome.answer
  }

  /** Summaries of tiles. Throws `service_unavailable` when they cannot be read. */
  async summaries(ids: readonly number[]): Promise<TileSummary[]> {
    return await patiently(() => this.archive.summaries(ids), this.#patienceMs)
  }

  /** All tiles, those first that are quickly read with the larger roads around them. */
  ids(): number[] {
    return quickestFirst(this.archive.directory)
  }

  has(id: number): boolean {
    return this.archive.directory.has(id)
  }

  /** The shape of any road of a tile, microdegrees. Throws as {@link summaries}. */
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
   * What came of a call; undefined when it has to be alone: its tiles do not fit beside those on disk, or tiles of
   * other calls come all the time, so that it cannot be told what it missed.
   */
  async #outcome(call: Call): Promise<Outcome | undefined> {
    for (let disturbances = 0; disturbances < maxDisturbances; ) {
      call.signal?.throwIfAborted()
      const fetched = await this.#tiles.fetch(call.needs, call.signal)
      if (fetched === undefined) return undefined
      const { count } = this.#tar
      const isBlankBeside = fetched > 0 && call.action === 'route' && this.#tar.tellsMissed
      const { outcome, missed } = isBlankBeside
        ? await this.#runWithBlanks(call)
        : await this.#run(call)
      // A tile that came meanwhile may have come too late for this call.
      const isDisturbed = !isSure(call, outcome) && this.#tar.count !== count
      if (missed.length === 0 && !isDisturbed) return outcome
      if (missed.length === 0) disturbances++
      this.#missed.misses += missed.length
      this.#missed.repeats++
      for (const id of missed) call.needs.add(id)
      // A call without blank tiles has ended at the first that it missed.
      for (const id of isBlankBeside ? [] : missed)
        for (const ahead of tilesAhead(id, call.action, this.archive.directory))
          call.needs.add(ahead)
    }
    return undefined
  }

  /** What comes of one run, and which tiles it missed. */
  async #run(call: Call): Promise<{ outcome: Outcome; missed: readonly number[] }> {
    const run = this.#tar.run(() => settled(call.run(call.action, call.query)))
    const outcome = await run.catch((error: unknown) => Promise.reject(unreadable(error)))
    return { outcome, missed: isSure(call, outcome) ? [] : this.#missedBy(call, outcome) }
  }

  /**
   * The same of a route to which absent tiles are blank. On its way it meets a tile of smaller roads every few
   * kilometers: one after the other would take a run for each.
   */
  async #runWithBlanks(route: Call): Promise<{ outcome: Outcome; missed: readonly number[] }> {
    const beside = tilesBesideRoute(route.query, this.archive.directory)
    const absent = beside.filter((id) => !this.#tar.has(id))
    const blank = absent.slice(0, Math.max(0, Math.floor(this.#tiles.roomBytes / blankBytes)))
    let outcome!: Outcome
    const run = this.#tar.runWithBlanks(blank, async () => {
      outcome = await settled(route.run(route.action, route.query))
    })
    const missed = await run.catch((error: unknown) => Promise.reject(unreadable(error)))
    return { outcome, missed: isSure(route, outcome) ? missed : this.#missedBy(route, outcome) }
  }

  /** Tiles that a call missed. Throws `service_unavailable` when that cannot be told. */
  #missedBy({ query, needs }: Call, outcome: Outcome): number[] {
    let known: number[] | undefined
    try {
      known = this.#tar.missed()
    } catch (error) {
      throw unreadable(error)
    }
    if (known || 'answer' in outcome) return known ?? []
    return missedByError(outcome.error, query, needs, this.archive.directory).filter(
      (id) => !this.#tar.has(id),
    )
  }
}

/** Whether a call would have ended with an error if it had met a hole. */
function isSure({ action, query }: Call, outcome: Outcome): boolean {
  return 'answer' in outcome && !mayHideMisses(action, query)
}

async function settled(answer: Promise<string>): Promise<Outcome> {
  try {
    return { answer: await answer }
  } catch (error) {
    return { error }
  }
}

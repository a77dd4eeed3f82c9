import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Semaphore, SingleFlight } from '../concurrency/index.ts'
import {
  connectedAreas,
  levelOf,
  type TileArchive,
  type TileSummary,
} from '../tile-archive/index.ts'
import { neededTiles } from './needed-tiles.ts'
import { patiently, unreadable } from './patience.ts'
import { newProcessFolder } from './process-folders.ts'
import { quickestFirst } from './quickest-first.ts'
import { TileReadAhead } from './read-ahead.ts'
import { TileFolder } from './tile-folder.ts'
import { startTileProxy, type TileProxy } from './tile-proxy.ts'

/** Tiles fetched at a time before a call: they keep a line of 80 MB/s with 25 ms busy, and bound the memory. */
const maxFetches = 6
/** Tiles fetched at a time that nobody has asked for yet: the others come first. */
const maxReadAheads = 3

export interface TileCacheOptions {
  /** For folders of tiles, one for each cache; the folders of ended processes are removed. */
  folder: string
  /** Of the tiles on disk. */
  budgetBytes: number
  /** For how long a fetch is tried again, milliseconds (6,000). */
  patienceMs?: number
}

export interface TileCacheStatistics {
  /** Tiles fetched from the archive. */
  fetches: number
  /** Of their frames. */
  fetchedBytes: number
  /** Tiles that the engine asked for because they were not on disk. */
  misses: number
  /** Misses that ended in a fault. */
  faults: number
}

/**
 * Tiles of an archive for an engine of this process: on disk within a budget, the others by a loopback
 * proxy. Tells the engine's `TileSet` about them, too.
 */
export class EngineTileCache {
  readonly archive: TileArchive
  readonly statistics: TileCacheStatistics = { fetches: 0, fetchedBytes: 0, misses: 0, faults: 0 }
  readonly #folder: TileFolder
  readonly #patienceMs: number
  readonly #fetching = new Semaphore(maxFetches)
  readonly #readingAhead = new Semaphore(maxReadAheads)
  readonly #flights = new SingleFlight<Buffer>()
  readonly #ahead: TileReadAhead
  /** Of the call that began last. */
  #action = ''
  #proxy: TileProxy | undefined
  #running = 0

  private constructor(archive: TileArchive, folder: TileFolder, patienceMs: number) {
    this.archive = archive
    this.#folder = folder
    this.#ahead = new TileReadAhead(archive.directory)
    this.#patienceMs = patienceMs
  }

  /** Makes the folder and starts the proxy. */
  static async open(
    archive: TileArchive,
    { folder, budgetBytes, patienceMs = 6_000 }: TileCacheOptions,
  ): Promise<EngineTileCache> {
    const { ids } = archive.directory
    const areas = connectedAreas(ids)
    const path = newProcessFolder(folder)
    // With one area all is connected, and the engine needs no list.
    const isOneArea = new Set(areas.values()).size <= 1
    const tiles = new TileFolder(path, budgetBytes, isOneArea ? [] : areas.keys())
    const cache = new EngineTileCache(archive, tiles, patienceMs)
    cache.#proxy = await startTileProxy((id) => cache.#miss(id))
    writeFileSync(join(path, 'id.txt'), cache.#proxy.idFile)
    return cache
  }

  /** Whether parts of the region are unconnected, and the engine finds them by the files of {@link path}. */
  get hasUnconnectedAreas(): boolean {
    return this.#folder.hasPlaceholders
  }

  /** Of the tiles, for `mjolnir.tile_dir`. */
  get path(): string {
    return this.#folder.path
  }

  /** For `mjolnir.tile_url`. */
  get url(): string {
    return this.#proxy!.url
  }

  /** Bytes of the tiles on disk. */
  get diskBytes(): number {
    return this.#folder.bytes
  }

  /**
   * Runs a call of the engine. It begins when the tiles are on disk that it begins with; those that it will
   * probably need next are fetched meanwhile.
   *
   * @throws ApiError `service_unavailable` when tiles cannot be read; a call that saw a fault does not count,
   * whatever its answer is.
   */
  async during<T>(
    action: string,
    query: Record<string, unknown>,
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    this.#running++
    const faults = this.statistics.faults
    const ended = new AbortController()
    const outcome = await this.#prepared(action, query, ended.signal, signal)
      .then(() => {
        this.#action = action
        return work()
      })
      .then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )
    ended.abort()
    if (--this.#running === 0) this.#folder.sweep()
    // An answer that was found without a tile is none, and neither is an error.
    if (this.statistics.faults > faults) throw unreadable('error' in outcome && outcome.error)
    if ('error' in outcome) throw outcome.error
    return outcome.value
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

  /** Removes the tiles on disk; what the engine has in memory stays. */
  clear(): void {
    this.#folder.clear()
  }

  /** Removes the tiles on disk and ends the proxy. Not while an engine uses them. */
  close(): void {
    this.#proxy?.close()
    this.#folder.close()
  }

  async #prepared(
    action: string,
    query: Record<string, unknown>,
    ended: AbortSignal,
    signal?: AbortSignal,
  ): Promise<void> {
    const { first, next } = neededTiles(action, query, this.archive.directory)
    const missing = (ids: number[]) => {
      for (const id of ids) this.#folder.touch(id)
      return ids.filter((id) => !this.#folder.has(id))
    }
    const fetched = (id: number, signal?: AbortSignal) =>
      this.#fetching.run(() => this.#fetch(id, signal), signal)
    // The largest tiles first: they take longest.
    const awaited = missing(first).sort((a, b) => levelOf(a) - levelOf(b))
    const fetches = awaited.map((id) => fetched(id, signal))
    // The engine asks again for what is not there when it needs it, and then hears of a fault.
    for (const id of missing(next)) fetched(id, ended).catch(() => {})
    await Promise.all(fetches)
  }

  /** The tile for the proxy; undefined where there is none. */
  #miss(id: number): Promise<Buffer> | undefined {
    const { directory } = this.archive
    if (!directory.has(id)) return undefined
    this.statistics.misses++
    const known = this.#folder.read(id)
    if (known) return Promise.resolve(known)
    const tile = this.#fetch(id)
    for (const next of this.#ahead.after(id, this.#action)) {
      if (this.#folder.has(next)) continue
      this.#readingAhead.run(async () => void (await this.#fetch(next))).catch(() => {})
    }
    return tile.catch((error) => {
      this.statistics.faults++
      throw error
    })
  }

  /** Fetches a tile to disk. Calls at the same time share one fetch. */
  #fetch(id: number, signal?: AbortSignal): Promise<Buffer> {
    const fetch = async (signal: AbortSignal): Promise<Buffer> => {
      const read = () => this.archive.tile(id, signal)
      const tile = await patiently(read, this.#patienceMs, signal)
      await this.#folder.write(id, tile)
      this.statistics.fetches++
      const { start, end } = this.archive.directory.tileFrame(id)!
      this.statistics.fetchedBytes += end - start
      return tile
    }
    return this.#flights.run(String(id), '', fetch, signal)
  }
}

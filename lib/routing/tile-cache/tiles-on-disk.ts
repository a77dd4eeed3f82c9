import { Semaphore, SingleFlight } from '#platform/concurrency'
import { readLevel, type TileArchive } from '#routing/tile-archive'
import { retryPatiently } from './patience.ts'
import type { SparseTar } from './sparse-tar.ts'

/** Number of parallel fetches. Enough to saturate a line of 80 MB/s with 25 ms latency; bounds the memory. */
const maxFetches = 6

export interface FetchStatistics {
  /** Number of tiles fetched from the archive. */
  fetches: number
  /** Bytes of their frames. */
  fetchedBytes: number
  /** Number of times that tiles were removed to make room for others. */
  renewals: number
}

/** Tiles of an archive on disk, within a budget. */
export class TilesOnDisk {
  readonly statistics: FetchStatistics = { fetches: 0, fetchedBytes: 0, renewals: 0 }
  readonly #archive: TileArchive
  readonly #tar: SparseTar
  readonly #budgetBytes: number
  readonly #patienceMs: number
  readonly #fetching = new Semaphore(maxFetches)
  readonly #flights = new SingleFlight<void>()
  /** Tiles that are being fetched, with the number of calls that wait for each. */
  readonly #incoming = new Map<number, number>()

  /** @param options.patienceMs Maximum duration of retries of a fetch. */
  constructor(
    archive: TileArchive,
    tar: SparseTar,
    options: { budgetBytes: number; patienceMs: number },
  ) {
    this.#archive = archive
    this.#tar = tar
    this.#budgetBytes = options.budgetBytes
    this.#patienceMs = options.patienceMs
  }

  /** Bytes left in the budget, not counting downloads in progress. */
  get roomBytes(): number {
    return this.#countRoomFor([])
  }

  /**
   * Fetches the tiles that are not on disk. Returns their number, or undefined immediately when the budget has no
   * room for them.
   *
   * @throws ApiError `service_unavailable` when tiles cannot be read.
   */
  async fetch(needs: Iterable<number>, signal?: AbortSignal): Promise<number | undefined> {
    const missing = [...needs].filter((id) => !this.#tar.has(id))
    if (this.#countRoomFor(missing) < 0) return undefined
    // The largest tiles come first, since they take longest.
    missing.sort((a, b) => readLevel(a) - readLevel(b))
    for (const id of missing) this.#incoming.set(id, (this.#incoming.get(id) ?? 0) + 1)
    const fetches = await Promise.allSettled(
      missing.map((id) => this.#fetching.run(() => this.#fetchOne(id, signal), signal)),
    )
    for (const id of missing) {
      const others = this.#incoming.get(id)! - 1
      if (others > 0) this.#incoming.set(id, others)
      else this.#incoming.delete(id)
    }
    const failed = fetches.find(({ status }) => status === 'rejected')
    if (failed) throw (failed as PromiseRejectedResult).reason
    return missing.length
  }

  /** Fetches a tile. Parallel calls share one fetch. */
  async #fetchOne(id: number, signal?: AbortSignal): Promise<void> {
    if (this.#tar.has(id)) return
    const fetch = async (signal: AbortSignal): Promise<void> => {
      const write = () => this.#tar.write(id, this.#archive.tile(id, signal))
      await retryPatiently(write, this.#patienceMs, signal)
      const { start, end } = this.#archive.directory.tileFrame(id)!
      this.statistics.fetches++
      this.statistics.fetchedBytes += end - start
    }
    await this.#flights.run(String(id), '', fetch, signal)
  }

  /**
   * Removes tiles to make room for others: first tiles of all roads, which few calls share. Returns false if these
   * tiles alone exceed the budget. Must not be called during a fetch or while an engine runs.
   */
  async makeRoom(needs: ReadonlySet<number>): Promise<boolean> {
    const level = [2, 1, 0].find((level) => {
      const missing = [...needs].filter((id) => readLevel(id) >= level || !this.#tar.has(id))
      return this.#tar.countBytesWithout(level) + this.#countBytes(missing) <= this.#budgetBytes
    })
    if (level === undefined) return false
    this.statistics.renewals++
    await this.#tar.drop(level)
    return true
  }

  /** Returns the bytes left in the budget after these tiles and the ones being fetched. */
  #countRoomFor(missing: readonly number[]): number {
    const incoming = [...this.#incoming.keys()].filter((id) => !this.#tar.has(id))
    const coming = new Set([...missing, ...incoming])
    return this.#budgetBytes - this.#tar.bytes - this.#countBytes(coming)
  }

  #countBytes(ids: Iterable<number>): number {
    let bytes = 0
    for (const id of ids) bytes += this.#archive.directory.readSize(id)
    return bytes
  }
}

import { Semaphore, SingleFlight } from '#platform/concurrency'
import { levelOf, type TileArchive } from '#routing/tile-archive'
import { patiently } from './patience.ts'
import type { SparseTar } from './sparse-tar.ts'

/** Tiles fetched at a time: they keep a line of 80 MB/s with 25 ms busy, and bound the memory. */
const maxFetches = 6

export interface FetchStatistics {
  /** Tiles fetched from the archive. */
  fetches: number
  /** Of their frames. */
  fetchedBytes: number
  /** How often tiles on disk made room for others. */
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
  /** Tiles that are being fetched, and by how many calls. */
  readonly #incoming = new Map<number, number>()

  /** @param options.patienceMs For how long a fetch is tried again. */
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

  /** Of the budget, without what is being fetched. */
  get roomBytes(): number {
    return this.#roomFor([])
  }

  /**
   * Fetches what is not on disk of these tiles: how many; undefined, at once, when there is no room for them.
   *
   * @throws ApiError `service_unavailable` when tiles cannot be read.
   */
  async fetch(needs: Iterable<number>, signal?: AbortSignal): Promise<number | undefined> {
    const missing = [...needs].filter((id) => !this.#tar.has(id))
    if (this.#roomFor(missing) < 0) return undefined
    // The largest tiles first: they take longest.
    missing.sort((a, b) => levelOf(a) - levelOf(b))
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

  /** Calls at the same time share one fetch. */
  async #fetchOne(id: number, signal?: AbortSignal): Promise<void> {
    if (this.#tar.has(id)) return
    const fetch = async (signal: AbortSignal): Promise<void> => {
      const write = () => this.#tar.write(id, this.#archive.tile(id, signal))
      await patiently(write, this.#patienceMs, signal)
      const { start, end } = this.#archive.directory.tileFrame(id)!
      this.statistics.fetches++
      this.statistics.fetchedBytes += end - start
    }
    await this.#flights.run(String(id), '', fetch, signal)
  }

  /**
   * Removes tiles until these have room: first those of all roads, which few calls share. False when there is none for
   * these alone. Not while something is fetched, or an engine runs.
   */
  async makeRoom(needs: ReadonlySet<number>): Promise<boolean> {
    const level = [2, 1, 0].find((level) => {
      const missing = [...needs].filter((id) => levelOf(id) >= level || !this.#tar.has(id))
      return this.#tar.bytesWithout(level) + this.#bytesOf(missing) <= this.#budgetBytes
    })
    if (level === undefined) return false
    this.statistics.renewals++
    await this.#tar.drop(level)
    return true
  }

  /** What is left of the budget when these tiles and those that are being fetched have come. */
  #roomFor(missing: readonly number[]): number {
    const incoming = [...this.#incoming.keys()].filter((id) => !this.#tar.has(id))
    const coming = new Set([...missing, ...incoming])
    return this.#budgetBytes - this.#tar.bytes - this.#bytesOf(coming)
  }

  #bytesOf(ids: Iterable<number>): number {
    let bytes = 0
    for (const id of ids) bytes += this.#archive.directory.sizeOf(id)
    return bytes
  }
}

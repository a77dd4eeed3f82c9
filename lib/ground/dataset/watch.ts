import { makeSingleFlight } from '#platform/concurrency'
import type { Storage } from '#platform/storage'
import { DatasetError } from './errors.ts'
import {
  type Dataset,
  openBuild,
  openDataset,
  type PublishedBuild,
  readPublishedBuild,
} from './open.ts'

export interface WatchOptions<T> {
  storage: () => Promise<Storage>
  /** Name of the region. */
  name: string
  /** Opens the served value on a build. Values are never closed. */
  open: (dataset: Dataset, storage: Storage) => Promise<T>
  /**
   * Throws when the served value has been damaged since it was opened. Called for each call. The next call then opens
   * the build again, unless `pollMs` is `Infinity`: the process must then be replaced.
   */
  assertIntact?: (value: T) => void
  /** Milliseconds between reads of the pointer (30,000); `Infinity` keeps the build opened first. */
  pollMs?: number
  /**
   * Maximum wait for a new build, by the call that detects it, before that call uses the open one; milliseconds
   * (8,000).
   */
  maxWaitMs?: number
  /** Maximum number of builds that this process opens; after that it keeps serving the last one (3). */
  maxBuilds?: number
  /** Called once for each published build that is not served, with the reason. */
  onRefused?: (build: string, reason: unknown) => void
  /**
   * Returns the time in milliseconds; by default the time of day, since other clocks may stop in a frozen function.
   */
  now?: () => number
}

/** A build that cannot be opened is retried after `pollMs`, doubled each time up to this factor. */
const maxBackoff = 64

/**
 * Serves the published build of a region. The first call opens it. Later calls read the pointer every `pollMs` and
 * switch when another build was published or the last one rolled back. Calls do this because a timer does not run in
 * a frozen function. Once a build is open, no call fails because of the watch: if the pointer cannot be read or a
 * build cannot be opened, the open build stays in service. Every build is opened once.
 *
 * The returned function throws the error of the first opening; the next call tries again.
 *
 * @example
 * const engine = watchBuild({ storage: openStorage, name: 'andorra', open: openEngineOn })
 * const { route } = await engine()
 */
export function watchBuild<T>(options: WatchOptions<T>): () => Promise<T> {
  const watcher = new Watcher(options)
  return () => watcher.value()
}

class Watcher<T> {
  readonly #options: WatchOptions<T>
  readonly #pollMs: number
  readonly #maxWaitMs: number
  readonly #maxBuilds: number
  readonly #now: () => number
  #serving: { build: string; value: T } | undefined
  readonly #opened = new Map<string, T>()
  readonly #failures = new Map<string, { times: number; notBefore: number }>()
  #polledAt = 0
  readonly #openFirst = makeSingleFlight(() => this.#openPublished())
  readonly #poll = makeSingleFlight(() => this.#pollOnce())

  constructor(options: WatchOptions<T>) {
    this.#options = options
    this.#pollMs = options.pollMs ?? 30_000
    this.#maxWaitMs = options.maxWaitMs ?? 8_000
    this.#maxBuilds = options.maxBuilds ?? 3
    this.#now = options.now ?? Date.now
  }

  async value(): Promise<T> {
    const value = await this.#current()
    try {
      this.#options.assertIntact?.(value)
    } catch (error) {
      if (Number.isFinite(this.#pollMs)) this.#forget(value)
      throw error
    }
    return value
  }

  async #current(): Promise<T> {
    if (!this.#serving) return await this.#openFirst()
    // The difference is absolute because the time of day may be set back.
    if (Math.abs(this.#now() - this.#polledAt) >= this.#pollMs) {
      this.#polledAt = this.#now()
      await this.#withMaxWait(this.#poll())
    }
    return this.#serving?.value ?? (await this.#openFirst())
  }

  async #openPublished(): Promise<T> {
    const { storage, name, open } = this.#options
    this.#polledAt = this.#now()
    const store = await storage()
    const dataset = await openDataset(store, name)
    const value = await open(dataset, store)
    this.#switchTo(dataset.build, value)
    return value
  }

  /** Polls the pointer once. Never rejects: after a fault the open build stays in service. */
  async #pollOnce(): Promise<void> {
    const { storage, name } = this.#options
    let published: PublishedBuild | undefined
    let store: Storage
    try {
      store = await storage()
      published = await readPublishedBuild(store, name)
    } catch {
      // Calls that need the store will report the fault.
      return
    }
    if (!published || published.build === this.#serving?.build) return
    const { build } = published
    if (this.#opened.has(build)) this.#switchTo(build, this.#opened.get(build)!)
    else if (!this.#isBackingOff(build)) await this.#tryOpening(store, published)
  }

  async #tryOpening(store: Storage, { build, manifestSha256 }: PublishedBuild): Promise<void> {
    const { name, open } = this.#options
    try {
      if (this.#opened.size >= this.#maxBuilds)
        throw new DatasetError(
          `This process has opened ${this.#opened.size} builds of region ${name} and opens no more; ` +
            'processes that start from now on serve the new one.',
        )
      const dataset = await openBuild(store, name, build, manifestSha256)
      this.#switchTo(build, await open(dataset, store))
    } catch (error) {
      this.#refuse(build, error)
    }
  }

  #switchTo(build: string, value: T): void {
    this.#opened.set(build, value)
    this.#failures.delete(build)
    this.#serving = { build, value }
  }

  #forget(value: T): void {
    for (const [build, opened] of this.#opened) if (opened === value) this.#opened.delete(build)
    if (this.#serving?.value === value) this.#serving = undefined
  }

  #isBackingOff(build: string): boolean {
    return this.#now() < (this.#failures.get(build)?.notBefore ?? Number.NEGATIVE_INFINITY)
  }

  #refuse(build: string, reason: unknown): void {
    const times = (this.#failures.get(build)?.times ?? 0) + 1
    const delayMs = Math.min(maxBackoff, 2 ** (times - 1)) * this.#pollMs
    this.#failures.set(build, { times, notBefore: this.#now() + delayMs })
    if (times === 1) this.#options.onRefused?.(build, reason)
  }

  async #withMaxWait(work: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#maxWaitMs)
    })
    await Promise.race([work, timeout]).finally(() => clearTimeout(timer))
  }
}

import type { Storage } from '../storage/index.ts'
import { DatasetError } from './errors.ts'
import {
  type Dataset,
  openBuild,
  openDataset,
  type PublishedBuild,
  publishedBuild,
} from './open.ts'

export interface WatchOptions<T> {
  storage: () => Promise<Storage>
  /** The region. */
  name: string
  /** Makes of a build what is served. What it made is never closed. */
  open: (dataset: Dataset, storage: Storage) => Promise<T>
  /**
   * Throws when what is served has been damaged since it was opened; asked on each call. The build is
   * then opened anew by the next call, except where `everyMs` is `Infinity`: there the process has to go.
   */
  assertIntact?: (value: T) => void
  /** Milliseconds between looks at the pointer (30,000); `Infinity` keeps the build opened first. */
  everyMs?: number
  /** Milliseconds the call that notices a new build waits for it before it takes the open one (8,000). */
  patienceMs?: number
  /** Builds that this process opens; then it keeps serving the last one (3). */
  maxBuilds?: number
  /** Told once of each build that is published and not served, and why. */
  onRefused?: (build: string, reason: unknown) => void
  /** The time in milliseconds, by default the time of day: other clocks may stand still in a frozen function. */
  now?: () => number
}

/** A build that could not be opened is tried again after so many times `everyMs`, doubled each time. */
const longestRetreat = 64

/**
 * Serves what is published of a region, whatever that is by now: the first call opens it, later calls
 * look at the pointer now and then, and switch when another build has been published or the last one
 * rolled back. There is no timer, since a frozen function has none that helps: the call that finds the
 * look due makes it. Once a build is open no call fails for what happens here: a pointer that cannot be
 * read and a build that cannot be opened leave the open one serving. Every build is opened once.
 *
 * The function throws what `open`, or opening the data set, throws on the first call; the next call
 * tries again.
 *
 * @example
 * const engine = watchBuild({ storage: openStorage, name: 'andorra', open: openEngineOn })
 * const { route } = await engine()
 */
export function watchBuild<T>(options: WatchOptions<T>): () => Promise<T> {
  const watcher = new Watcher(options)
  return () => watcher.serve()
}

class Watcher<T> {
  readonly #options: WatchOptions<T>
  readonly #everyMs: number
  readonly #patienceMs: number
  readonly #maxBuilds: number
  readonly #now: () => number
  #serving: { build: string; value: T } | undefined
  #first: Promise<T> | undefined
  readonly #opened = new Map<string, T>()
  readonly #failures = new Map<string, { times: number; notBefore: number }>()
  #lookedAt = 0
  #look: Promise<void> | undefined

  constructor(options: WatchOptions<T>) {
    this.#options = options
    this.#everyMs = options.everyMs ?? 30_000
    this.#patienceMs = options.patienceMs ?? 8_000
    this.#maxBuilds = options.maxBuilds ?? 3
    this.#now = options.now ?? Date.now
  }

  async serve(): Promise<T> {
    const value = await this.#current()
    try {
      this.#options.assertIntact?.(value)
    } catch (error) {
      if (Number.isFinite(this.#everyMs)) this.#forget(value)
      throw error
    }
    return value
  }

  async #current(): Promise<T> {
    if (!this.#serving) return await this.#openFirst()
    // Also when the time of day was put back.
    const due = Math.abs(this.#now() - this.#lookedAt) >= this.#everyMs
    if (due) {
      this.#lookedAt = this.#now()
      this.#look ??= this.#lookAround().finally(() => {
        this.#look = undefined
      })
      await this.#patiently(this.#look)
    }
    return this.#serving?.value ?? (await this.#openFirst())
  }

  #openFirst(): Promise<T> {
    const { storage, name, open } = this.#options
    const first = async (): Promise<T> => {
      this.#lookedAt = this.#now()
      const store = await storage()
      const dataset = await openDataset(store, name)
      const value = await open(dataset, store)
      this.#switchTo(dataset.build, value)
      return value
    }
    this.#first ??= first().finally(() => {
      this.#first = undefined
    })
    return this.#first
  }

  /** Never rejects: whatever goes wrong, the open build serves on. */
  async #lookAround(): Promise<void> {
    const { storage, name } = this.#options
    let published: PublishedBuild | undefined
    let store: Storage
    try {
      store = await storage()
      published = await publishedBuild(store, name)
    } catch {
      // Seen again, and told, by whoever asks the store for anything that matters.
      return
    }
    if (!published || published.build === this.#serving?.build) return
    const { build } = published
    if (this.#opened.has(build)) this.#switchTo(build, this.#opened.get(build)!)
    else if (!this.#retreats(build)) await this.#tryOpening(store, published)
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

  #retreats(build: string): boolean {
    return this.#now() < (this.#failures.get(build)?.notBefore ?? Number.NEGATIVE_INFINITY)
  }

  #refuse(build: string, reason: unknown): void {
    const times = (this.#failures.get(build)?.times ?? 0) + 1
    const retreat = Math.min(longestRetreat, 2 ** (times - 1)) * this.#everyMs
    this.#failures.set(build, { times, notBefore: this.#now() + retreat })
    if (times === 1) this.#options.onRefused?.(build, reason)
  }

  async #patiently(work: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#patienceMs)
    })
    await Promise.race([work, enough]).finally(() => clearTimeout(timer))
  }
}

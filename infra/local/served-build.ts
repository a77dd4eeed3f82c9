import {
  DatasetError,
  openDataset,
  type PublishedBuild,
  publishedBuild,
  type VerifiedFiles,
  verifyFiles,
} from '../../lib/dataset/index.ts'
import { ApiError } from '../../lib/errors/index.ts'
import type { Storage } from '../../lib/storage/index.ts'

/** Milliseconds between looks at the published build of the region and at its files. */
const checkMs = 2000
/** Milliseconds until workers that could not start on files that were mended are tried again. */
const retryMs = 30_000

/** How the process goes on when what is served changes. */
export interface BuildEvents {
  /** Replaces the worker processes; resolves when new ones serve what is published. */
  replaceWorkers(): Promise<void>
  /** Tells the terminal. */
  log(line: string): void
  error(line: string): void
}

/**
 * The build that the local server serves: verified before it is, and watched. Another build that is
 * published is verified and then taken up. When files of the build change under the workers, these answer
 * 503; they are replaced once the files are what the manifest says again.
 */
export class ServedBuild {
  readonly #storage: Storage
  readonly #region: string
  readonly #events: BuildEvents
  #published: PublishedBuild
  #files: VerifiedFiles
  /** What was told last: nothing is told twice. */
  #told: string | undefined
  /** The build that workers could not start on, and when they are tried again. */
  #refused: { build: string; until: number } | undefined
  #isBusy = false
  #timer: NodeJS.Timeout | undefined

  private constructor(
    storage: Storage,
    region: string,
    published: PublishedBuild,
    files: VerifiedFiles,
    events: BuildEvents,
  ) {
    this.#storage = storage
    this.#region = region
    this.#published = published
    this.#files = files
    this.#events = events
  }

  /**
   * Verifies what is published of the region.
   *
   * @throws Error that says in one sentence which file of which build is damaged and what to do.
   */
  static async open(storage: Storage, region: string, events: BuildEvents): Promise<ServedBuild> {
    try {
      const { published, files } = await verifyPublished(storage, region)
      return new ServedBuild(storage, region, published, files, events)
    } catch (error) {
      throw new Error(reasonOf(error, region), { cause: error })
    }
  }

  /** Its id. */
  get build(): string {
    return this.#published.build
  }

  /** Whether its files are those that were verified. Takes 3 µs for each. */
  get isIntact(): boolean {
    try {
      this.#files.assertIntact()
      return true
    } catch {
      return false
    }
  }

  /** Looks now and then, until {@link stop}. */
  watch(): void {
    this.#timer = setInterval(() => void this.look(), checkMs)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** One look at what is published and at the files. */
  async look(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      const published = await publishedBuild(this.#storage, this.#region)
      const isAnother = published !== undefined && published.build !== this.build
      if (isAnother || !this.isIntact) await this.#takeUp(isAnother)
      else this.#told = this.#refused = undefined
    } catch (error) {
      const state = this.isIntact
        ? 'Still serving the earlier build'
        : 'Calls are answered 503 until the data are whole again'
      this.#tell(`${state}: ${reasonOf(error, this.#region)}`)
    } finally {
      this.#isBusy = false
    }
  }

  async #takeUp(isAnother: boolean): Promise<void> {
    const { published, files } = await verifyPublished(this.#storage, this.#region)
    const { build } = published
    if (this.#refused?.build === build && Date.now() < this.#refused.until) return
    // Workers that cannot start on another build are not tried again: the earlier one serves.
    const until = isAnother && this.isIntact ? Number.POSITIVE_INFINITY : Date.now() + retryMs
    this.#refused = { build, until }
    await this.#events.replaceWorkers()
    this.#refused = undefined
    this.#published = published
    this.#files = files
    this.#told = undefined
    const what = isAnother ? 'Now serving' : 'Files have changed and were verified; serving anew'
    this.#events.log(`${what} build ${build} of region ${this.#region}.`)
  }

  #tell(line: string): void {
    if (line === this.#told) return
    this.#told = line
    this.#events.error(line)
  }
}

/** What is published, verified; files that are known to be whole cost a look at each. */
async function verifyPublished(
  storage: Storage,
  region: string,
): Promise<{ published: PublishedBuild; files: VerifiedFiles }> {
  const { build, manifest } = await openDataset(storage, region)
  return { published: { build }, files: await verifyFiles(storage, manifest) }
}

/** The true reason is for the terminal, where it is not for callers. */
export function reasonOf(error: unknown, region: string): string {
  const reason = error instanceof ApiError && error.cause instanceof Error ? error.cause : error
  const { message } = reason as Error
  if (!(reason instanceof DatasetError) || message.includes('npm run region')) return message
  return `${message} Publish another build (npm run region -- publish ${region} BUILD), or build the region again.`
}

import {
  type Dataset,
  DatasetError,
  openDataset,
  readPublishedBuild,
  type VerifiedFiles,
  verifyFiles,
} from '#ground/dataset'
import { ApiError } from '#platform/errors'
import { cairnCommand } from '#platform/home'
import type { Storage } from '#platform/storage'

/** Milliseconds between checks of the pointer and of the files. */
const pollMs = 2000
/** Milliseconds until workers that could not start on repaired files are started again. */
const retryMs = 30_000

/** Reactions of the server to a change of the served build. */
export interface BuildEvents {
  /** Replaces the worker processes. Resolves when new ones serve the published build. */
  replaceWorkers(): Promise<void>
  log(line: string): void
  error(line: string): void
}

/**
 * Watches the build that the local server serves. A newly published build is verified and then served by new workers.
 * When files of the build change, the workers answer 503 and are replaced once the files match the manifest again.
 */
export class ServedBuild {
  readonly #storage: Storage
  readonly #region: string
  readonly #events: BuildEvents
  #dataset: Dataset
  #files: VerifiedFiles
  /** The last error, which is not logged again. */
  #lastError: string | undefined
  /** A build on which workers could not start, and the time of the next attempt, as `performance.now()`. */
  #refused: { build: string; until: number } | undefined
  #isBusy = false
  #timer: NodeJS.Timeout | undefined

  private constructor(
    storage: Storage,
    region: string,
    dataset: Dataset,
    files: VerifiedFiles,
    events: BuildEvents,
  ) {
    this.#storage = storage
    this.#region = region
    this.#dataset = dataset
    this.#files = files
    this.#events = events
  }

  /**
   * Verifies the published build of the region.
   *
   * @throws Error with the reason as its message and, for a {@link DatasetError}, the remedy.
   */
  static async open(storage: Storage, region: string, events: BuildEvents): Promise<ServedBuild> {
    try {
      const { dataset, files } = await verifyPublished(storage, region)
      return new ServedBuild(storage, region, dataset, files, events)
    } catch (error) {
      throw new Error(explainBuildError(error, region), { cause: error })
    }
  }

  get build(): string {
    return this.#dataset.build
  }

  get dataset(): Dataset {
    return this.#dataset
  }

  /** Whether its files are unchanged since they were verified. Takes 3 µs per file. */
  get isIntact(): boolean {
    try {
      this.#files.assertIntact()
      return true
    } catch {
      return false
    }
  }

  /** Polls until {@link stop}. */
  watch(): void {
    this.#timer = setInterval(() => void this.poll(), pollMs)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Checks the pointer and the files once. */
  async poll(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      const published = await readPublishedBuild(this.#storage, this.#region)
      const isNewBuild = published !== undefined && published.build !== this.build
      if (isNewBuild || !this.isIntact) await this.#serve(isNewBuild)
      else this.#lastError = this.#refused = undefined
    } catch (error) {
      const state = this.isIntact
        ? 'Still serving the earlier build'
        : 'Calls are answered 503 until the data are whole again'
      this.#report(`${state}: ${explainBuildError(error, this.#region)}`)
    } finally {
      this.#isBusy = false
    }
  }

  async #serve(isNewBuild: boolean): Promise<void> {
    const { dataset, files } = await verifyPublished(this.#storage, this.#region)
    const { build } = dataset
    if (this.#refused?.build === build && performance.now() < this.#refused.until) return
    // A new build on which workers cannot start is not retried: the earlier one keeps serving.
    const until =
      isNewBuild && this.isIntact ? Number.POSITIVE_INFINITY : performance.now() + retryMs
    this.#refused = { build, until }
    await this.#events.replaceWorkers()
    this.#refused = undefined
    this.#dataset = dataset
    this.#files = files
    this.#lastError = undefined
    const event = isNewBuild ? 'Now serving' : 'Files have changed and were verified; serving anew'
    this.#events.log(`${event} build ${build} of region ${this.#region}.`)
  }

  #report(line: string): void {
    if (line === this.#lastError) return
    this.#lastError = line
    this.#events.error(line)
  }
}

/** Opens and verifies the published build. For an unchanged file, only its fingerprint is computed. */
async function verifyPublished(
  storage: Storage,
  region: string,
): Promise<{ dataset: Dataset; files: VerifiedFiles }> {
  const dataset = await openDataset(storage, region)
  return { dataset, files: await verifyFiles(storage, dataset.manifest) }
}

/** Explains an error for the terminal, with the remedy for a {@link DatasetError}. API clients never see this text. */
export function explainBuildError(error: unknown, region: string): string {
  const reason = error instanceof ApiError && error.cause instanceof Error ? error.cause : error
  const { message } = reason as Error
  if (!(reason instanceof DatasetError) || message.includes(`${cairnCommand} region`))
    return message
  return `${message} Publish another build (${cairnCommand} region publish ${region} BUILD), or build the region again.`
}

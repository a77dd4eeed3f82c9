import type { Dataset } from '#ground/dataset'
import { Semaphore } from '#platform/concurrency'
import type { Storage } from '#platform/storage'
import { type BuildEvents, ServedBuild } from './served-build.ts'

/** Builds of the regions that the local server serves, each watched separately. */
export class ServedBuilds {
  readonly #builds: ReadonlyMap<string, ServedBuild>

  private constructor(builds: ReadonlyMap<string, ServedBuild>) {
    this.#builds = builds
  }

  /**
   * Verifies the published builds of the regions.
   *
   * @throws Error like {@link ServedBuild.open}, for the first region that cannot be served.
   */
  static async open(
    storage: Storage,
    regions: readonly string[],
    events: BuildEvents,
  ): Promise<ServedBuilds> {
    // All workers serve all regions. Builds of two regions that are published at once replace the workers one after the
    // other.
    const replacing = new Semaphore(1)
    const replaceWorkers = () => replacing.run(() => events.replaceWorkers())
    const builds = new Map<string, ServedBuild>()
    for (const region of regions)
      builds.set(region, await ServedBuild.open(storage, region, { ...events, replaceWorkers }))
    return new ServedBuilds(builds)
  }

  /** Served build of each region. */
  get builds(): ReadonlyMap<string, string> {
    return new Map([...this.#builds].map(([region, served]) => [region, served.build]))
  }

  /** Returns the data set of a region; undefined for one that is not served. */
  dataset(region: string): Dataset | undefined {
    return this.#builds.get(region)?.dataset
  }

  /** Whether the files of a region, by default of all, are unchanged since they were verified. */
  isIntact(region?: string): boolean {
    if (region !== undefined) return this.#builds.get(region)!.isIntact
    return [...this.#builds.values()].every((served) => served.isIntact)
  }

  /** Polls until {@link stop}. */
  watch(): void {
    for (const served of this.#builds.values()) served.watch()
  }

  stop(): void {
    for (const served of this.#builds.values()) served.stop()
  }
}

import { pause } from '#platform/concurrency'
import { ApiError } from '#platform/errors'
import { listServedRegions } from '../served-regions.ts'
import type { RegionResource } from '../watch-region.ts'
import { listAskedRegions } from './asked-region.ts'

interface EachOptions<R> {
  /** The only region to ask; all by default. */
  region?: string | undefined
  warn(text: string): void
  /**
   * Returns whether the answers of the other regions suffice when one has a fault; the caller is then warned that its
   * results are missing. By default always. If no region answers, the fault is thrown.
   */
  isEnough?(answers: readonly R[]): boolean
}

/** A resource in each served region, or the fault that prevents it. */
export class Regional<T> {
  readonly #opened: ReadonlyMap<string, PromiseSettledResult<T>>

  constructor(opened: ReadonlyMap<string, PromiseSettledResult<T>>) {
    this.#opened = opened
  }

  /**
   * Runs work in all regions in parallel, or only in the named one. The answers follow the order of the regions.
   *
   * @throws ApiError `service_unavailable` for the fault of a region, see {@link EachOptions}; errors of the work.
   */
  async each<R>(
    work: (value: T, region: string) => Promise<R>,
    { region, warn, isEnough = () => true }: EachOptions<R>,
  ): Promise<R[]> {
    const regions = listAskedRegions(region)
    const started: Promise<PromiseSettledResult<R>[]>[] = []
    for (const name of regions) {
      // Pause, because otherwise the first steps of the work in all regions would share one turn of the event loop.
      await pause()
      started.push(Promise.allSettled([(async () => work(this.in(name), name))()]))
    }
    const results = (await Promise.all(started)).flat()
    const answers = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const failed = results.flatMap((each, index) =>
      each.status === 'rejected' ? [{ region: regions[index]!, reason: each.reason }] : [],
    )
    if (failed.length === 0) return answers
    const error = failed.find(({ reason }) => !isUnavailable(reason)) ?? failed[0]!
    if (!isUnavailable(error.reason) || answers.length === 0 || !isEnough(answers))
      throw error.reason
    for (const { region } of failed)
      warn(`the region ${region} is unavailable: what it has is missing`)
    return answers
  }

  /** Returns the resource in one region; throws its fault. */
  in(region: string): T {
    const opened = this.#opened.get(region)!
    if (opened.status === 'rejected') throw opened.reason
    return opened.value
  }
}

/**
 * Opens a resource in all served regions, for an operation. The fault of a region is left to {@link Regional.each};
 * when all regions have one, for example the only one, it is thrown.
 */
export function openEveryRegion<T>(resource: RegionResource<T>): () => Promise<Regional<T>> {
  const regions = listServedRegions()
  return async () => {
    const results = await Promise.allSettled(regions.map((region) => resource(region)))
    const [first] = results
    if (first!.status === 'rejected' && results.every(({ status }) => status === 'rejected'))
      throw first!.reason
    return new Regional(new Map(regions.map((region, index) => [region, results[index]!])))
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'service_unavailable'
}

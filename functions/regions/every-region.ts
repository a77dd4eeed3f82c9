import { pause } from '#platform/concurrency'
import { ApiError } from '#platform/errors'
import { servedRegions } from '../served-regions.ts'
import type { RegionResource } from '../watch-region.ts'
import { askedRegion } from './asked-region.ts'

interface EachOptions<R> {
  /** Only this region; all by default. */
  region?: string | undefined
  warn(text: string): void
  /**
   * Whether the answers of the other regions are enough where one has a fault; the caller is then warned of what is
   * missing. By default always; without any answer the fault is thrown.
   */
  isEnough?(answers: readonly R[]): boolean
}

/** A resource in each served region, or the fault for which a region has none. */
export class Regional<T> {
  readonly #opened: ReadonlyMap<string, PromiseSettledResult<T>>

  constructor(opened: ReadonlyMap<string, PromiseSettledResult<T>>) {
    this.#opened = opened
  }

  /**
   * Works in every region side by side, or in the one that is named; the answers come in the order of the regions.
   *
   * @throws ApiError `service_unavailable` for the fault of a region, see {@link EachOptions}; what the work throws.
   */
  async each<R>(
    work: (value: T, region: string) => Promise<R>,
    { region, warn, isEnough = () => true }: EachOptions<R>,
  ): Promise<R[]> {
    const regions = askedRegion(region)
    const started: Promise<PromiseSettledResult<R>[]>[] = []
    for (const name of regions) {
      // Otherwise the first steps of the work in all regions would be one turn of the event loop.
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

  /** The resource in one region; throws its fault. */
  in(region: string): T {
    const opened = this.#opened.get(region)!
    if (opened.status === 'rejected') throw opened.reason
    return opened.value
  }
}

/**
 * A resource of all served regions, as an operation takes it. With one region its fault is thrown, as by the
 * resource itself; with several a region with a fault is left to {@link Regional.each}.
 */
export function everyRegion<T>(resource: RegionResource<T>): () => Promise<Regional<T>> {
  const regions = servedRegions()
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

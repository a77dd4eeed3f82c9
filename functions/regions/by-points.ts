import type { LatLon } from '#ground/geo'
import type { RunContext } from '#platform/api'
import type { ApiError } from '#platform/errors'
import { listServedRegions } from '../served-regions.ts'
import { cover, type Data } from './region-extent.ts'
import { readRegionExtents } from './region-extents.ts'
import { rankRegions } from './region-of-points.ts'

/** Rules that choose the region of a call. */
export interface RegionChoice<Input, Answer> {
  /**
   * Returns the regions that may answer, the likeliest first. Throws `across_regions`, `service_unavailable` and
   * `bad_request`.
   */
  candidates(input: Input, context: RunContext): Promise<readonly string[]>
  /** Returns the positions that the request states, in the order of `location_index`. */
  points(input: Input): readonly LatLon[]
  /** Data of a region that the operation needs. */
  data: Data
  /** Returns the regions to search for the names of the request. */
  searched(input: Input): readonly string[]
  /** Returns whether a region had no data for the call, so that the next candidate is asked; by default never. */
  isEmpty?(answer: Answer): boolean
  /**
   * Returns the error for an empty answer whose positions lie outside all regions; by default the empty answer is
   * returned.
   */
  refusal?(input: Input, isOutside: (point: LatLon) => boolean): ApiError | undefined
}

interface PointChoiceOptions<Input, Answer>
  extends Pick<RegionChoice<Input, Answer>, 'isEmpty' | 'refusal'> {
  /** Data of a region that the operation needs; by default roads. */
  data?: Data
}

/**
 * Chooses the region by the points of a request; see {@link rankRegions} for the rule.
 *
 * @example
 * regionEndpoint(route, { engine: regionEngine }, run, { choice: chooseByPoints(({ locations }) => locations) })
 */
export function chooseByPoints<Input, Answer>(
  points: (input: Input) => readonly LatLon[],
  { data = 'roads', ...options }: PointChoiceOptions<Input, Answer> = {},
): RegionChoice<Input, Answer> {
  return {
    candidates: (input) => findCandidates(points(input), data),
    points,
    data,
    searched: listServedRegions,
    ...options,
  }
}

/**
 * Ranks the served regions like {@link rankRegions}. Throws `service_unavailable` when the right one cannot be
 * determined.
 */
export async function findCandidates(
  points: readonly LatLon[],
  data: Data = 'roads',
): Promise<readonly string[]> {
  const { extents, fault } = await readRegionExtents()
  if (!fault) return rankRegions(points, extents, data)
  // The unreadable region may be the right one, unless another covers all points.
  const isKnown = extents.some((extent) =>
    points.every((point) => extent.measureCover(point, data) !== cover.none),
  )
  if (!isKnown) throw fault
  return rankRegions(points, extents, data)
}

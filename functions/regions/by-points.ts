import type { LatLon } from '#ground/geo'
import type { RunContext } from '#platform/api'
import type { ApiError } from '#platform/errors'
import { servedRegions } from '../served-regions.ts'
import { cover, type Data } from './region-extent.ts'
import { regionExtents } from './region-extents.ts'
import { regionsOfPoints } from './region-of-points.ts'

/** How the region of a call is chosen. */
export interface RegionChoice<Input, Answer> {
  /**
   * The regions that may answer, the likeliest first. Throws `across_regions`, `service_unavailable` and
   * `bad_request`.
   */
  candidates(input: Input, context: RunContext): Promise<readonly string[]>
  /** Positions that the request states, in the order of `location_index`. */
  points(input: Input): readonly LatLon[]
  /** What the operation needs of a region. */
  data: Data
  /** Regions in which the names of the request are sought. */
  searched(input: Input): readonly string[]
  /** Whether a region had no data for the call, so that the next candidate is asked; by default never. */
  isEmpty?(answer: Answer): boolean
  /** The error for an empty answer, where the positions lie outside all regions; by default the answer is given. */
  refusal?(input: Input, isOutside: (point: LatLon) => boolean): ApiError | undefined
}

interface PointChoiceOptions<Input, Answer>
  extends Pick<RegionChoice<Input, Answer>, 'isEmpty' | 'refusal'> {
  /** What the operation needs of a region; roads by default. */
  data?: Data
}

/**
 * The region of the points of a request; see {@link regionsOfPoints} for the rule.
 *
 * @example
 * regionEndpoint(route, { engine: regionEngine }, run, { choice: byPoints(({ locations }) => locations) })
 */
export function byPoints<Input, Answer>(
  points: (input: Input) => readonly LatLon[],
  { data = 'roads', ...options }: PointChoiceOptions<Input, Answer> = {},
): RegionChoice<Input, Answer> {
  return {
    candidates: (input) => findCandidates(points(input), data),
    points,
    data,
    searched: servedRegions,
    ...options,
  }
}

/** As {@link regionsOfPoints}, of the served regions; `service_unavailable` where the right one cannot be told. */
export async function findCandidates(
  points: readonly LatLon[],
  data: Data = 'roads',
): Promise<readonly string[]> {
  const { extents, fault } = await regionExtents()
  if (!fault) return regionsOfPoints(points, extents, data)
  // The unreadable region may be the one meant, unless another covers all points.
  const isKnown = extents.some((extent) =>
    points.every((point) => extent.coverOf(point, data) !== cover.none),
  )
  if (!isKnown) throw fault
  return regionsOfPoints(points, extents, data)
}

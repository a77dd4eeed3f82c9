import type { RunContext } from '../../lib/api/index.ts'
import type { LatLon } from '../../lib/geo/index.ts'
import { regionExtents } from './region-extents.ts'
import { reaches, regionsOfPoints } from './region-of-points.ts'

/** How the region of a call is chosen. */
export interface RegionChoice<Input, Answer> {
  /**
   * The regions that may answer, the likeliest first. Throws `across_regions`, `service_unavailable` and
   * `bad_request`.
   */
  candidates(input: Input, context: RunContext): Promise<readonly string[]>
  /** Whether a region had no data for the call, so that the next candidate is asked; by default never. */
  isEmpty?(answer: Answer): boolean
}

/**
 * The region of the points of a request; see {@link regionsOfPoints} for the rule.
 *
 * @example
 * regionEndpoint(route, { engine: regionEngine }, run, { choice: byPoints(({ locations }) => locations) })
 */
export function byPoints<Input, Answer>(
  points: (input: Input) => readonly LatLon[],
  isEmpty?: (answer: Answer) => boolean,
): RegionChoice<Input, Answer> {
  return {
    candidates: (input) => candidatesOf(points(input)),
    ...(isEmpty && { isEmpty }),
  }
}

/** As {@link regionsOfPoints}, of the served regions; `service_unavailable` where the right one cannot be told. */
export async function candidatesOf(points: readonly LatLon[]): Promise<readonly string[]> {
  const { extents, fault } = await regionExtents()
  if (!fault) return regionsOfPoints(points, extents)
  // The unreadable region may be the one meant, unless another reaches all points.
  const isKnown = extents.some((extent) => points.every((point) => reaches(extent, point)))
  if (!isKnown) throw fault
  return regionsOfPoints(points, extents)
}

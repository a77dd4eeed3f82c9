import type { LatLon } from '../geo/index.ts'
import { type Engine, findMatrix } from '../routing/index.ts'
import type { DetourCandidate } from './candidates.ts'
import { blocksOf, type EstimateBlock } from './estimate-blocks.ts'
import type { DetourReach } from './reach.ts'
import type { SearchAlongRouteRequest } from './schemas/index.ts'

/** A candidate with the seconds that it probably adds to its leg. */
export interface EstimatedDetour extends DetourCandidate {
  seconds: number
}

export interface EstimateOptions {
  request: SearchAlongRouteRequest
  reach: DetourReach
  /** Places of least detour that matter. */
  maxPlaces: number
  signal?: AbortSignal | undefined
}

/** Places whose matrices are asked for at once. */
const roundSize = 50

/**
 * What each place adds to each leg near it, by matrices: time to the place and from there, less the time
 * without it. In rounds, in the order of the places; left out are places that are too far from the route to
 * be among the best, and those that no way leads to.
 *
 * Throws `service_unavailable`.
 */
export async function estimateDetours(
  engine: Engine,
  places: readonly DetourCandidate[][],
  options: EstimateOptions,
): Promise<EstimatedDetour[]> {
  const { reach, maxPlaces } = options
  const estimated: EstimatedDetour[] = []
  const best = new Map<number, number>()
  for (let left = places; left.length > 0; ) {
    const blocks = blocksOf(left.slice(0, roundSize), reach.halfWidthMeters)
    const round = await Promise.all(blocks.map((block) => estimateBlock(engine, block, options)))
    for (const detour of round.flat()) {
      estimated.push(detour)
      best.set(detour.index, Math.min(detour.seconds, best.get(detour.index) ?? Infinity))
    }
    const seconds = Float64Array.from(best.values()).sort()
    const worstOfBest = seconds[maxPlaces - 1] ?? Infinity
    left = left
      .slice(roundSize)
      .filter(([nearest]) => reach.minDetourSeconds(nearest!.distanceMeters) <= worstOfBest)
  }
  return estimated
}

async function estimateBlock(
  engine: Engine,
  { places, sections, candidates }: EstimateBlock,
  { request, signal }: EstimateOptions,
): Promise<EstimatedDetour[]> {
  const { travel, travel_options, exclude_polygons, exclude_locations } = request
  const find = async (sources: LatLon[], targets: LatLon[]) => {
    const costs = { travel, travel_options, exclude_polygons, exclude_locations }
    // What it warns of concerns single places.
    const context = { warn: () => {}, ...(signal && { signal }) }
    return (await findMatrix(engine, { sources, targets, ...costs }, context)).matrix
  }
  const [starts, ends] = [sections.map(({ from }) => from), sections.map(({ to }) => to)]
  const [there, back] = await Promise.all([find(starts, [...places, ...ends]), find(places, ends)])
  return candidates.flatMap(({ candidate, place, section }) => {
    const direct = there[section]![places.length + section]
    const [way, wayBack] = [there[section]![place], back[place]![section]]
    if (!direct || !way || !wayBack) return []
    const seconds = way.duration_seconds + wayBack.duration_seconds - direct.duration_seconds
    return [{ ...candidate, seconds }]
  })
}

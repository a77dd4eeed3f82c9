import type { LatLon } from '#ground/geo'
import { type Engine, findMatrix } from '#routing/operations'
import type { DetourCandidate } from './candidates.ts'
import { divideIntoBlocks, type EstimateBlock } from './estimate-blocks.ts'
import type { DetourReach } from './reach.ts'
import type { SearchAlongRouteRequest } from './schemas/index.ts'

/** A candidate with the estimated detour from its leg. */
export interface EstimatedDetour extends DetourCandidate {
  seconds: number
}

interface EstimateOptions {
  request: SearchAlongRouteRequest
  reach: DetourReach
  /** Number of best places to find. */
  maxPlaces: number
  signal?: AbortSignal | undefined
}

/** Number of places in a round of matrix requests. */
const roundSize = 50

/**
 * Estimates the detour to each place from each leg near it, with matrices: time to the place and back, less the
 * direct time. Works in rounds, in the order of the places. Leaves out unreachable places, and places too far from
 * the route to be among the best.
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
    const blocks = divideIntoBlocks(left.slice(0, roundSize), reach.halfWidthMeters)
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
    // Warnings would concern single places.
    const context = { warn: () => {}, ...(signal && { signal }) }
    return (await findMatrix(engine, { sources, targets, ...costs }, context)).matrix
  }
  const [starts, ends] = [sections.map(({ from }) => from), sections.map(({ to }) => to)]
  const [fromStarts, toEnds] = await Promise.all([
    find(starts, [...places, ...ends]),
    find(places, ends),
  ])
  return candidates.flatMap(({ candidate, place, section }) => {
    const direct = fromStarts[section]![places.length + section]
    const [toPlace, fromPlace] = [fromStarts[section]![place], toEnds[place]![section]]
    if (!direct || !toPlace || !fromPlace) return []
    const seconds = toPlace.duration_seconds + fromPlace.duration_seconds - direct.duration_seconds
    return [{ ...candidate, seconds }]
  })
}

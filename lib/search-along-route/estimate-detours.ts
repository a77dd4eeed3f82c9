import type { LatLon } from '../geo/index.ts'
import { type Engine, findMatrix } from '../routing/index.ts'
import type { DetourCandidate } from './candidates.ts'
import { type Section, sectionAround, sectionSpacing } from './leg-sections.ts'
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

/** Candidates whose matrices are asked for at once; each takes two cells. */
const roundSize = 50
const maxRounds = 6

/**
 * Another leg of a place can be the better one although it is farther away: a way over the place that does not
 * return takes as little as this share of one that does.
 */
const shareOfReturn = 1 / 3

/**
 * What candidates add to their legs, by matrices: time to the place and from there, less the time without
 * it. In rounds of 50, at most six, in the order of the candidates. Left out are those that are too far from
 * their leg to be among the best, and those that no way leads to.
 *
 * Throws `service_unavailable`.
 */
export async function estimateDetours(
  engine: Engine,
  candidates: readonly DetourCandidate[],
  options: EstimateOptions,
): Promise<EstimatedDetour[]> {
  const { reach, maxPlaces } = options
  const estimated: EstimatedDetour[] = []
  const best = new Map<number, number>()
  let left = candidates
  for (let round = 0; round < maxRounds && left.length > 0; round++) {
    const detours = await estimateRound(engine, left.slice(0, roundSize), options)
    for (const detour of detours) {
      estimated.push(detour)
      best.set(detour.index, Math.min(detour.seconds, best.get(detour.index) ?? Infinity))
    }
    const seconds = Float64Array.from(best.values()).sort()
    const worstOfBest = seconds[maxPlaces - 1] ?? Infinity
    left = left.slice(roundSize).filter(({ index, distanceMeters }) => {
      const least = reach.minDetourSeconds(distanceMeters)
      const known = best.get(index) ?? Infinity
      return known > worstOfBest || known === Infinity
        ? least <= worstOfBest
        : shareOfReturn * least < known
    })
  }
  return estimated
}

async function estimateRound(
  engine: Engine,
  candidates: readonly DetourCandidate[],
  options: EstimateOptions,
): Promise<EstimatedDetour[]> {
  const spacing = sectionSpacing(options.reach.halfWidthMeters)
  const sections = candidates.map((candidate) => sectionAround(candidate, spacing))
  const blocks = Map.groupBy(candidates.keys(), (i) => {
    const { leg } = candidates[i]!
    return `${leg.startMeters} ${leg.line.lengthMeters} ${sections[i]!.fromMeters}`
  })
  const estimates = [...blocks.values()].map((indices) => {
    const block = indices.map((i) => candidates[i]!)
    return estimateBlock(engine, sections[indices[0]!]!, block, options)
  })
  return (await Promise.all(estimates)).flat()
}

async function estimateBlock(
  engine: Engine,
  { from, to }: Section,
  block: readonly DetourCandidate[],
  { request, signal }: EstimateOptions,
): Promise<EstimatedDetour[]> {
  const { travel, travel_options, exclude_polygons, exclude_locations } = request
  const find = async (sources: LatLon[], targets: LatLon[]) => {
    const costs = { travel, travel_options, exclude_polygons, exclude_locations }
    // What it warns of concerns single places.
    const context = { warn: () => {}, ...(signal && { signal }) }
    return (await findMatrix(engine, { sources, targets, ...costs }, context)).matrix
  }
  const places = block.map(({ at }) => at)
  const [there, back] = await Promise.all([find([from], [...places, to]), find(places, [to])])
  const direct = there[0]!.at(-1)
  if (!direct) return []
  return block.flatMap((candidate, i) => {
    const [way, wayBack] = [there[0]![i], back[i]![0]]
    if (!way || !wayBack) return []
    const seconds = way.duration_seconds + wayBack.duration_seconds - direct.duration_seconds
    return [{ ...candidate, seconds }]
  })
}

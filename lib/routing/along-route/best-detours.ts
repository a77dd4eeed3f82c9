import { withoutDuplicates } from '#places/search'
import type { Timed } from '#platform/concurrency'
import { costingFor, type Engine } from '#routing/operations'
import type { DetourCandidate } from './candidates.ts'
import { type EstimatedDetour, estimateDetours } from './estimate-detours.ts'
import { compareDetours, type Detour, exactDetours } from './exact-detours.ts'
import type { DetourReach } from './reach.ts'
import { maxPlacesOf, type SearchAlongRouteRequest } from './schemas/index.ts'

/** Places routed per place of the answer, and the minimum. */
const routedPerPlace = 2
const minRouted = 10

/** An estimate this much over the maximum may still be of a detour within it. */
const estimateFactor = 1.1
const estimateMarginSeconds = 60

/** Of two legs whose estimates differ by less, both are routed. */
const legMarginSeconds = 60

interface BestDetoursOptions {
  request: SearchAlongRouteRequest
  reach: DetourReach
  signal: AbortSignal | undefined
  timed: Timed
}

/**
 * The places with the shortest detours, each once and on its best leg, with exact detours. Estimates by matrices
 * decide which places are routed: twice as many as are wanted. Few pairs of a place and a leg are all routed.
 *
 * Throws `service_unavailable`.
 */
export async function bestDetours(
  engine: Engine,
  places: readonly DetourCandidate[][],
  { request, reach, signal, timed }: BestDetoursOptions,
): Promise<Detour[]> {
  const { max_detour_seconds: maxSeconds, travel } = request
  const maxPlaces = maxPlacesOf(request)
  const maxRouted = Math.max(minRouted, routedPerPlace * maxPlaces)
  let chosen = places.flat()
  // So few pairs of a place and a leg are routed with no more work than the best places, without estimates.
  if (chosen.length > maxRouted) {
    const options = { request, reach, maxPlaces: maxRouted, signal }
    const estimates = await timed('estimate', () => estimateDetours(engine, places, options))
    const limit = estimateFactor * maxSeconds + estimateMarginSeconds
    chosen = mostPromising(estimates, limit, maxRouted)
  }
  // The route has already warned of ignored options.
  const costing = costingFor(travel, request, () => {})
  const detours = await timed('detours', () => exactDetours(engine, chosen, costing, signal))
  const ranked = detours.filter(({ seconds }) => seconds <= maxSeconds).sort(compareResults)
  // Two places of one name may be on both sides of a road: the one with less of a detour is kept.
  const unique = new Set(withoutDuplicates(ranked.map(({ result }) => result)))
  return ranked.filter(({ result }) => unique.has(result)).slice(0, maxPlaces)
}

function compareResults(a: Detour, b: Detour): number {
  return (
    compareDetours(a, b) ||
    a.result.distanceMeters! - b.result.distanceMeters! ||
    a.result.place.docId - b.result.place.docId
  )
}

/** The places with the shortest estimates, each on its best leg, and on a second one that is nearly as good. */
function mostPromising(
  estimates: readonly EstimatedDetour[],
  maxSeconds: number,
  maxPlaces: number,
): DetourCandidate[] {
  const within = estimates
    .filter(({ seconds }) => seconds <= maxSeconds)
    .sort((a, b) => a.seconds - b.seconds)
  const byPlace = [...Map.groupBy(within, ({ index }) => index).values()].slice(0, maxPlaces)
  return byPlace.flatMap((legs) =>
    legs.slice(0, 2).filter(({ seconds }) => seconds <= legs[0]!.seconds + legMarginSeconds),
  )
}

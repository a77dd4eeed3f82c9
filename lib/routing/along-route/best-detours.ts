import { withoutDuplicates } from '#places/search'
import type { Timed } from '#platform/concurrency'
import { type Engine, makeCosting } from '#routing/operations'
import type { DetourCandidate } from './candidates.ts'
import { type EstimatedDetour, estimateDetours } from './estimate-detours.ts'
import { compareDetours, type Detour, measureDetours } from './exact-detours.ts'
import type { DetourReach } from './reach.ts'
import { readMaxPlaces, type SearchAlongRouteRequest } from './schemas/index.ts'

/** Number of places routed for each place of the answer, and the minimum in all. */
const routedPerPlace = 2
const minRouted = 10

/** Tolerance of estimates: a detour whose estimate exceeds the maximum by this much is still routed. */
const estimateFactor = 1.1
const estimateMarginSeconds = 60

/** Two legs of a place are both routed if their estimates differ by no more than this. */
const legMarginSeconds = 60

interface BestDetoursOptions {
  request: SearchAlongRouteRequest
  reach: DetourReach
  signal: AbortSignal | undefined
  timed: Timed
}

/**
 * Returns the places with the shortest exact detours, each once and on its best leg. Estimates from matrices select
 * the places to route, twice the number wanted. If there are only a few pairs of a place and a leg, all are routed.
 *
 * Throws `service_unavailable`.
 */
export async function findBestDetours(
  engine: Engine,
  places: readonly DetourCandidate[][],
  { request, reach, signal, timed }: BestDetoursOptions,
): Promise<Detour[]> {
  const { max_detour_seconds: maxSeconds, travel } = request
  const maxPlaces = readMaxPlaces(request)
  const maxRouted = Math.max(minRouted, routedPerPlace * maxPlaces)
  let chosen = places.flat()
  // Without estimates, routing this few pairs takes no more work than routing the best places.
  if (chosen.length > maxRouted) {
    const options = { request, reach, maxPlaces: maxRouted, signal }
    const estimates = await timed('estimate', () => estimateDetours(engine, places, options))
    const limit = estimateFactor * maxSeconds + estimateMarginSeconds
    chosen = selectPromising(estimates, limit, maxRouted)
  }
  // The route has already warned of ignored options.
  const costing = makeCosting(travel, request, () => {})
  const detours = await timed('detours', () => measureDetours(engine, chosen, costing, signal))
  const ranked = detours.filter(({ seconds }) => seconds <= maxSeconds).sort(compareResults)
  // Two places of the same name may be on opposite sides of a road: keep the one with the shorter detour.
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

/**
 * Selects the places with the shortest estimates, each on its best leg, and on a second one that is nearly as good.
 */
function selectPromising(
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

import { type LatLon, roundMeters } from '#ground/geo'
import { ApiError, type ErrorCode } from '#platform/errors'
import { type Costing, type Engine, routeTotals } from '#routing/operations'
import type { DetourCandidate } from './candidates.ts'
import type { RouteLeg } from './route-legs.ts'

/** A candidate with its exact detour from its leg. */
export interface Detour extends DetourCandidate {
  seconds: number
  meters: number
}

/** No route by way of this place; `bad_request`: over the length limit of the travel type. */
const unreachableCodes: readonly ErrorCode[] = ['location_not_routable', 'no_route', 'bad_request']

/**
 * The detour of each candidate: the route from the start of its leg by way of the place to its end, less the
 * route between these two; of several legs the one with the shortest detour. Candidates without such a
 * route are left out. Both are routed by themselves, since a stop of a longer route may snap to another road.
 *
 * Never negative: routes are the best by cost, which counts more than time, so that the route by way of
 * a place is at times quicker or shorter than the direct one. The detour is 0 then.
 *
 * Throws `service_unavailable`.
 */
export async function exactDetours(
  engine: Engine,
  candidates: readonly DetourCandidate[],
  costing: Costing,
  signal?: AbortSignal,
): Promise<Detour[]> {
  const route = (locations: LatLon[]) => routeTotals(engine, locations, costing, signal)
  const direct = new Map<RouteLeg, ReturnType<typeof route>>()
  for (const { leg } of candidates) {
    if (!direct.has(leg)) direct.set(leg, route([leg.from, leg.to]))
  }
  const detours = await Promise.all(
    candidates.map(async (candidate): Promise<Detour | undefined> => {
      const { leg, at } = candidate
      const totals = Promise.all([route([leg.from, at, leg.to]), direct.get(leg)!])
      const found = await totals.catch(undefinedIfUnreachable)
      if (!found) return undefined
      const [via, without] = found
      return {
        ...candidate,
        seconds: Math.max(0, via.duration_seconds - without.duration_seconds),
        meters: Math.max(0, roundMeters(via.distance_meters - without.distance_meters)),
      }
    }),
  )
  const best = new Map<number, Detour>()
  for (const detour of detours) {
    if (!detour) continue
    const known = best.get(detour.index)
    if (!known || compareDetours(detour, known) < 0) best.set(detour.index, detour)
  }
  return [...best.values()]
}

/** Least time first, then least distance. */
export function compareDetours(a: Detour, b: Detour): number {
  return a.seconds - b.seconds || a.meters - b.meters
}

function undefinedIfUnreachable(error: unknown): undefined {
  if (error instanceof ApiError && unreachableCodes.includes(error.code)) return undefined
  throw error
}

import { type LatLon, roundMeters } from '#ground/geo'
import { ApiError, type ErrorCode } from '#platform/errors'
import { type Costing, type Engine, requestTotals } from '#routing/operations'
import type { DetourCandidate } from './candidates.ts'
import type { RouteLeg } from './route-legs.ts'

/** A candidate with its exact detour from its leg. */
export interface Detour extends DetourCandidate {
  seconds: number
  meters: number
}

/**
 * Errors that mean that no route via a place exists. `bad_request` means that it exceeds the length limit of the
 * travel type.
 */
const unreachableCodes: readonly ErrorCode[] = ['location_not_routable', 'no_route', 'bad_request']

/**
 * Measures the detour to each candidate: the route from the start of its leg via the place to the end of the leg,
 * less the direct route. If a place has several legs, the one with the shortest detour counts. Leaves out candidates
 * without such a route. Both routes are requested separately, since a stop of a longer route may snap to another
 * road.
 *
 * Detours are never negative. Routes are the best by cost, which includes more than time, so the route via a place is
 * at times faster or shorter than the direct one. The detour is then 0.
 *
 * Throws `service_unavailable`.
 */
export async function measureDetours(
  engine: Engine,
  candidates: readonly DetourCandidate[],
  costing: Costing,
  signal?: AbortSignal,
): Promise<Detour[]> {
  const route = (locations: LatLon[]) => requestTotals(engine, locations, costing, signal)
  const direct = new Map<RouteLeg, ReturnType<typeof route>>()
  for (const { leg } of candidates) {
    if (!direct.has(leg)) direct.set(leg, route([leg.from, leg.to]))
  }
  const detours = await Promise.all(
    candidates.map(async (candidate): Promise<Detour | undefined> => {
      const { leg, at } = candidate
      const totals = Promise.all([route([leg.from, at, leg.to]), direct.get(leg)!])
      const found = await totals.catch(ignoreUnreachable)
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

/** Compares by time, then by distance. */
export function compareDetours(a: Detour, b: Detour): number {
  return a.seconds - b.seconds || a.meters - b.meters
}

function ignoreUnreachable(error: unknown): undefined {
  if (error instanceof ApiError && unreachableCodes.includes(error.code)) return undefined
  throw error
}

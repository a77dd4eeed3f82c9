import { ApiError, type ErrorCode } from '../errors/index.ts'
import { roundMeters } from '../geo/index.ts'
import { type Costing, type Engine, routeTotals } from '../routing/index.ts'
import type { DetourCandidate } from './candidates.ts'

/** A candidate with what it adds to its leg. */
export interface Detour extends DetourCandidate {
  seconds: number
  meters: number
}

/** There is no way by this place. `bad_request`: it is over the limit of length for the travel type. */
const withoutWay: readonly ErrorCode[] = ['location_not_routable', 'no_route', 'bad_request']

/**
 * What each candidate adds to its leg: the route from the start of the leg over the place to its end, less
 * the leg; of several legs the one to which it adds least. Candidates without such a route are left out.
 *
 * Never negative: routes are the best by cost, which counts more than time, so that the way over a place is at
 * times quicker or shorter than the direct one. It takes no detour then.
 *
 * Throws `service_unavailable`.
 */
export async function exactDetours(
  engine: Engine,
  candidates: readonly DetourCandidate[],
  costing: Costing,
  signal?: AbortSignal,
): Promise<Detour[]> {
  const detours = await Promise.all(
    candidates.map((candidate) => exactDetour(engine, candidate, costing, signal)),
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

async function exactDetour(
  engine: Engine,
  candidate: DetourCandidate,
  costing: Costing,
  signal?: AbortSignal,
): Promise<Detour | undefined> {
  const { leg, at } = candidate
  try {
    const via = await routeTotals(engine, [leg.from, at, leg.to], costing, signal)
    return {
      ...candidate,
      seconds: Math.max(0, via.duration_seconds - leg.seconds),
      meters: Math.max(0, roundMeters(via.distance_meters - leg.meters)),
    }
  } catch (error) {
    if (error instanceof ApiError && withoutWay.includes(error.code)) return undefined
    throw error
  }
}

import type { LatLon } from '#ground/geo'
import type { DetourCandidate } from './candidates.ts'
import type { RouteLeg } from './route-legs.ts'

/** Part of a leg. The detour is estimated between its ends. */
export interface Section {
  leg: RouteLeg
  /** Distances from the start of the leg's line. */
  fromMeters: number
  from: LatLon
  to: LatLon
}

const minSpacingMeters = 2_000
const maxSpacingMeters = 30_000

/** Returns the spacing of section ends, metres: the width of the corridor, clamped to 2 to 30 km. */
export function chooseSectionSpacing(halfWidthMeters: number): number {
  return Math.min(maxSpacingMeters, Math.max(minSpacingMeters, 2 * halfWidthMeters))
}

/**
 * Returns the section around a candidate, within its leg: it extends one to two spacings before and after the
 * candidate. The work does not grow with the leg, but a detour that leaves the leg earlier is not found.
 */
export function cutSection({ leg, alongMeters }: DetourCandidate, spacing: number): Section {
  const at = Math.floor(alongMeters / spacing)
  const fromMeters = Math.max(0, (at - 1) * spacing)
  return {
    leg,
    fromMeters,
    from: findLegPosition(leg, fromMeters),
    to: findLegPosition(leg, (at + 2) * spacing),
  }
}

/** Returns a position on the leg. The ends of a leg are locations of the request, which may be beside the road. */
function findLegPosition({ line, from, to }: RouteLeg, alongMeters: number): LatLon {
  if (alongMeters <= 0) return from
  return alongMeters >= line.lengthMeters ? to : line.positionAt(alongMeters)
}

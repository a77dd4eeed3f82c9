import type { LatLon } from '#ground/geo'
import type { DetourCandidate } from './candidates.ts'
import type { RouteLeg } from './route-legs.ts'

/** The part of a leg between whose ends a detour is estimated. */
export interface Section {
  leg: RouteLeg
  /** From the start of the leg's line. */
  fromMeters: number
  from: LatLon
  to: LatLon
}

const minSpacingMeters = 2_000
const maxSpacingMeters = 30_000

/** Spacing of the ends of sections, metres: the width of the corridor, 2 to 30 km. */
export function sectionSpacing(halfWidthMeters: number): number {
  return Math.min(maxSpacingMeters, Math.max(minSpacingMeters, 2 * halfWidthMeters))
}

/**
 * The section around a candidate, from one to two spacings before it to as far after it, within the leg, so the
 * work does not grow with the leg; a detour that leaves the leg earlier is not found.
 */
export function sectionAround({ leg, alongMeters }: DetourCandidate, spacing: number): Section {
  const at = Math.floor(alongMeters / spacing)
  const fromMeters = Math.max(0, (at - 1) * spacing)
  return {
    leg,
    fromMeters,
    from: positionOn(leg, fromMeters),
    to: positionOn(leg, (at + 2) * spacing),
  }
}

/** The ends of a leg are the locations of the request, which may be beside the road. */
function positionOn({ line, from, to }: RouteLeg, alongMeters: number): LatLon {
  if (alongMeters <= 0) return from
  return alongMeters >= line.lengthMeters ? to : line.positionAt(alongMeters)
}

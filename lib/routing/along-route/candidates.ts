import { type LatLon, roundPosition } from '#ground/geo'
import type { SearchResult } from '#places/search'
import { pause } from '#platform/concurrency'
import type { RouteLeg } from './route-legs.ts'

/** A place and a leg near it. */
export interface DetourCandidate {
  /** Index of the place in the list of results. */
  index: number
  result: SearchResult
  /** Position, rounded as in the response: 0.1 m can decide which road it snaps to. */
  at: LatLon
  leg: RouteLeg
  /** Nearest point of the leg's line: metres from the start of the line, and from the place. */
  alongMeters: number
  distanceMeters: number
}

/** Maximum distance between a place and a leg that are compared, in half widths of the corridor. */
const maxLegHalfWidths = 2

/** Finds the legs that pass near each place, the nearest first. */
export async function findDetourCandidates(
  results: readonly SearchResult[],
  legs: readonly RouteLeg[],
  halfWidthMeters: number,
  signal?: AbortSignal,
): Promise<DetourCandidate[][]> {
  const candidates: DetourCandidate[][] = []
  for (const [index, result] of results.entries()) {
    await pause(signal)
    const at = roundPosition(result.at)
    const near = legs.flatMap((leg): DetourCandidate[] => {
      const nearest = leg.line.nearest(at, maxLegHalfWidths * halfWidthMeters)
      if (!nearest) return []
      const { alongMeters, distanceMeters } = nearest
      return [{ index, result, at, leg, alongMeters, distanceMeters }]
    })
    near.sort((a, b) => a.distanceMeters - b.distanceMeters)
    if (near.length > 0) candidates.push(near)
  }
  return candidates
}

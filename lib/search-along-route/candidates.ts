import { pause } from '../concurrency/index.ts'
import { type LatLon, roundCoordinate } from '../geo/index.ts'
import type { SearchResult } from '../geocoding/index.ts'
import type { RouteLeg } from './route-legs.ts'

/** A place, and a leg that may go over it. */
export interface DetourCandidate {
  /** Of the place in the list of results. */
  index: number
  result: SearchResult
  /** The place as the answer gives it: a tenth of a metre can decide which road it is on. */
  at: LatLon
  leg: RouteLeg
  /** Where the line of the leg is nearest to the place: from its start, and from the place. */
  alongMeters: number
  distanceMeters: number
}

/** A leg farther from a place than this many half widths of the corridor is not compared. */
const maxLegHalfWidths = 2

/** For each place the legs that pass near it, the nearest first. */
export async function candidatesOf(
  results: readonly SearchResult[],
  legs: readonly RouteLeg[],
  halfWidthMeters: number,
  signal?: AbortSignal,
): Promise<DetourCandidate[][]> {
  const candidates: DetourCandidate[][] = []
  for (const [index, result] of results.entries()) {
    await pause(signal)
    const at = { lat: roundCoordinate(result.at.lat), lon: roundCoordinate(result.at.lon) }
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

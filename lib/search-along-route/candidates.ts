import { pause } from '../concurrency/index.ts'
import { type LatLon, roundCoordinate } from '../geo/index.ts'
import type { SearchResult } from '../geocoding/index.ts'
import type { RouteLeg } from './route-legs.ts'

/** A place that a leg may go by. */
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

/**
 * Each place with the legs that pass within the corridor; the nearest leg of every place first, then the
 * second of every place.
 */
export async function candidatesOf(
  results: readonly SearchResult[],
  legs: readonly RouteLeg[],
  halfWidthMeters: number,
  signal?: AbortSignal,
): Promise<DetourCandidate[]> {
  const byRank = legs.map((): DetourCandidate[] => [])
  for (const [index, result] of results.entries()) {
    await pause(signal)
    const at = { lat: roundCoordinate(result.at.lat), lon: roundCoordinate(result.at.lon) }
    const near = legs.flatMap((leg) => {
      const nearest = leg.line.nearest(at, halfWidthMeters)
      return nearest ? [{ leg, ...nearest }] : []
    })
    near.sort((a, b) => a.distanceMeters - b.distanceMeters)
    for (const [rank, { leg, alongMeters, distanceMeters }] of near.entries()) {
      byRank[rank]!.push({ index, result, at, leg, alongMeters, distanceMeters })
    }
  }
  return byRank.flat()
}

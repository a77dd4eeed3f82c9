import { distanceMeters } from '../../geo/index.ts'
import { fold } from '../../text/index.ts'
import type { SearchResult } from '../search-result.ts'

/** A department is at most this far from its university. */
const maxMeters = 5000

/**
 * Moves results whose name contains the whole name of another one nearby, of at least two words, behind that:
 * `Faculty of Law, University of Brumeville` behind `University of Brumeville`.
 */
export function wholesFirst(results: readonly SearchResult[]): SearchResult[] {
  const names = new Map(results.map((result) => [result, ` ${fold(result.place.name)} `]))
  const isPartOf = (part: SearchResult, whole: SearchResult) => {
    const [longer, shorter] = [names.get(part)!, names.get(whole)!]
    return (
      longer.length > shorter.length &&
      shorter.trim().includes(' ') &&
      longer.includes(shorter) &&
      distanceMeters(part.at, whole.at) <= maxMeters
    )
  }
  const ordered: SearchResult[] = []
  const add = (result: SearchResult) => {
    if (ordered.includes(result)) return
    for (const whole of results) if (isPartOf(result, whole)) add(whole)
    ordered.push(result)
  }
  for (const result of results) add(result)
  return ordered
}

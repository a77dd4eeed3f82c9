import { isWithinMeters } from '#ground/geo'
import { fold } from '#places/text'
import type { SearchResult } from '../search-result.ts'

/** A department is at most this far from its university. */
const maxMeters = 5000

/**
 * Moves results whose name contains the whole name of another one nearby, of at least two words, behind that:
 * `Faculty of Law, University of Brumeville` behind `University of Brumeville`. A name that is also in names
 * farther away is a kind of thing, and no whole: `Municipal Car Park`.
 */
export function wholesFirst(results: readonly SearchResult[]): SearchResult[] {
  const names = new Map(results.map((result) => [result, ` ${fold(result.place.name)} `]))
  const isWhole = (whole: SearchResult) => {
    const name = names.get(whole)!
    const isNear = (other: SearchResult) => isWithinMeters(other.at, whole.at, maxMeters)
    return (
      name.trim().includes(' ') &&
      results.every((other) => !names.get(other)!.includes(name) || isNear(other))
    )
  }
  const wholes = results.filter(isWhole)
  const ordered = new Set<SearchResult>()
  const add = (result: SearchResult) => {
    if (ordered.has(result)) return
    const name = names.get(result)!
    for (const whole of wholes) {
      const part = names.get(whole)!
      if (name.length > part.length && name.includes(part)) add(whole)
    }
    ordered.add(result)
  }
  for (const result of results) add(result)
  return [...ordered]
}

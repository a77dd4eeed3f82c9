import type { SearchResult } from '../search-result.ts'

/** The same results, none of them surer than one before it. */
export function withoutRise(results: readonly SearchResult[]): SearchResult[] {
  let max = 1
  return results.map((result) => {
    if (result.confidence > max) return { ...result, confidence: max }
    max = result.confidence
    return result
  })
}

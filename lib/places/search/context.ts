import { maxStepsPerText, type ReadOptions, WorkBudget } from '#places/gazetteer'
import type { Timed } from '#platform/concurrency'
import type { SearchResult } from './search-result.ts'

/** What a search gets beside its query. */
export interface SearchContext {
  signal?: AbortSignal
  /** Work that is left for the text, or for all texts of a batch. */
  budget?: WorkBudget
  /** Tells the caller something in a few words. */
  warn(text: string): void
  /** Measures the stages of the call. */
  timed?: Timed
  /** What was found for the locations of near phrases of the text, by their own text. */
  locations?: Map<string, readonly SearchResult[]>
}

/**
 * Gives every call of an operation a work budget of its own, within that of its batch, and warns when it
 * is spent.
 */
export function withWorkBudget<Arguments extends unknown[], Result>(
  operation: (...parameters: [...Arguments, SearchContext]) => Promise<Result>,
): (...parameters: [...Arguments, SearchContext]) => Promise<Result> {
  return async (...parameters) => {
    const context = parameters.at(-1) as SearchContext
    const others = parameters.slice(0, -1) as Arguments
    const budget = new WorkBudget(maxStepsPerText, context.budget)
    const result = await operation(...others, { ...context, budget })
    if (budget.isSpent) {
      context.warn('the text is unlike any place: not all corrections were tried')
    }
    return result
  }
}

/** Options for reading the gazetteer within a context. */
export function readOptionsOf({ signal, budget }: SearchContext): ReadOptions {
  return { ...(signal && { signal }), ...(budget && { budget }) }
}

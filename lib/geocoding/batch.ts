import type * as z from 'zod'
import { pause, Semaphore } from '../concurrency/index.ts'
import { ApiError } from '../errors/index.ts'
import { WorkBudget } from '../gazetteer/index.ts'
import type { AddressFields, FindContext, SearchQuery, SearchResult, SearchScope } from './query.ts'
import { answerPlaces } from './results/place-answer.ts'
import {
  addressFieldsOf,
  BatchItem,
  type BatchRequest,
  type BatchResponse,
  CountryCode,
} from './schemas/index.ts'

/** How one item is searched: in free text, or by the parts of an address. */
export interface BatchSearch {
  byText(query: SearchQuery, context: FindContext): Promise<SearchResult[]>
  byFields(fields: AddressFields, scope: SearchScope, context: FindContext): Promise<SearchResult[]>
}

export interface BatchContext extends FindContext {
  /** Told of each item that failed by no fault of its own. */
  onFault?(index: number, error: unknown): void
}

/** Steps for all items together, see {@link WorkBudget}: 30 times what 1,000 queries of the query sets take. */
const maxSteps = 3_000_000

/** Items searched at once: enough to overlap reads, few enough that each ends soon. */
const atOnce = 16

type BatchResult = BatchResponse['results'][number]

/**
 * Searches every item by itself, in the order of the request. An item that is not valid, or fails, has
 * the code of its error and no results, and fails none of the others.
 *
 * Throws what the first item threw when every single one failed by no fault of its own, such as
 * `service_unavailable`: there is nothing to charge then.
 */
export async function searchBatch(
  search: BatchSearch,
  { items, lang }: z.output<typeof BatchRequest>,
  context: BatchContext,
): Promise<BatchResponse> {
  const { signal, warn } = context
  const semaphore = new Semaphore(atOnce)
  const budget = new WorkBudget(maxSteps)
  const done = context.stage?.('find')
  // Warnings of single items would not say which they are about.
  const quiet: FindContext = { warn: () => {}, budget, ...(signal && { signal }) }
  const faults: unknown[] = []
  const results = await Promise.all(
    items.map((item, index) =>
      semaphore.run(async (): Promise<BatchResult> => {
        try {
          await pause(signal)
          const found = await searchItem(search, item, quiet)
          return { index, results: answerPlaces(found, { languages: lang }) }
        } catch (error) {
          signal?.throwIfAborted()
          if (!(error instanceof ApiError) || error.status >= 500) {
            faults.push(error)
            context.onFault?.(index, error)
          }
          return { index, results: [], ...failureOf(error) }
        }
      }, signal),
    ),
  )
  done?.()
  if (budget.isSpent) {
    warn('too many texts are unlike any place: corrections were not tried for all of them')
  }
  if (faults.length === items.length) throw faults[0]
  const matched = results.filter((result) => result.results.length > 0).length
  const total = items.length
  return { results, summary: { total, matched, failed: total - matched } }
}

async function searchItem(
  search: BatchSearch,
  unchecked: unknown,
  context: FindContext,
): Promise<SearchResult[]> {
  const item = checked(unchecked)
  const { text, size } = item
  if (text === undefined) return search.byFields(addressFieldsOf(item), { size }, context)
  const countries =
    item.country === undefined ? {} : { countries: [CountryCode.parse(item.country)] }
  return search.byText({ text, size, ...countries }, context)
}

function checked(item: unknown): BatchItem {
  const parsed = BatchItem.safeParse(item)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ApiError('bad_request', `${issue!.path.join('.') || 'The item'} ${issue!.message}.`)
}

function failureOf(error: unknown): { error: string; message: string } {
  const { code, message } = error instanceof ApiError ? error : new ApiError('internal_error')
  return { error: code, message }
}

import type * as z from 'zod'
import { WorkBudget } from '#places/gazetteer'
import { pause, Semaphore, untimed } from '#platform/concurrency'
import { ApiError } from '#platform/errors'
import type { SearchContext } from './context.ts'
import type { AddressFields, SearchQuery, SearchScope } from './query.ts'
import { renderPlaces } from './results/render-places.ts'
import {
  addressFieldsOf,
  BatchItem,
  type BatchRequest,
  type BatchResponse,
  CountryCode,
} from './schemas/index.ts'
import type { SearchResult } from './search-result.ts'

/** How one item is searched: by a free text, or by the fields of an address. */
export interface BatchSearch {
  byText(query: SearchQuery, context: SearchContext): Promise<SearchResult[]>
  byFields(
    fields: AddressFields,
    scope: SearchScope,
    context: SearchContext,
  ): Promise<SearchResult[]>
}

export interface BatchContext extends SearchContext {
  /** Called for each item that fails although it is valid. */
  onFault?(index: number, error: unknown): void
}

/** WorkSteps for all items together, see {@link WorkBudget}: 30 times what 1,000 queries of the query sets take. */
const maxSteps = 3_000_000

/** Items searched at once: enough to overlap reads, few enough that each ends soon. */
const maxConcurrent = 16

type BatchResult = BatchResponse['results'][number]

/**
 * Searches every item by itself, in the order of the request. An item that is not valid, or fails, has
 * the code of its error and no results, and fails none of the others.
 *
 * Throws the first item's error when every item fails although it is valid, for example with
 * `service_unavailable`: then nothing is charged.
 */
export async function searchBatch(
  search: BatchSearch,
  { items, lang }: z.output<typeof BatchRequest>,
  context: BatchContext,
): Promise<BatchResponse> {
  const { signal, warn } = context
  const semaphore = new Semaphore(maxConcurrent)
  const budget = new WorkBudget(maxSteps)
  // The warning of an item would not say which one it is about.
  const itemContext: SearchContext = { warn: () => {}, budget, ...(signal && { signal }) }
  const faults: unknown[] = []
  const searchOne = async (item: unknown, index: number): Promise<BatchResult> => {
    try {
      await pause(signal)
      const results = await searchItem(search, item, {}, itemContext)
      return { index, results: renderPlaces(results, { languages: lang }) }
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof ApiError) || error.status >= 500) {
        faults.push(error)
        context.onFault?.(index, error)
      }
      return { index, results: [], ...failureOf(error) }
    }
  }
  const { timed = untimed } = context
  const results = await timed('find', () =>
    Promise.all(items.map((item, index) => semaphore.run(() => searchOne(item, index), signal))),
  )
  if (budget.isSpent) {
    warn('too many texts are unlike any place: corrections were not tried for all of them')
  }
  if (faults.length === items.length) throw faults[0]
  const matched = results.filter((result) => result.results.length > 0).length
  const total = items.length
  return { results, summary: { total, matched, failed: total - matched } }
}

/**
 * Searches one item, within the countries and types if given. Throws `ApiError` `bad_request` for an item that
 * is not valid.
 */
export async function searchItem(
  search: BatchSearch,
  unchecked: unknown,
  scope: Pick<SearchScope, 'countries' | 'types'>,
  context: SearchContext,
): Promise<SearchResult[]> {
  const item = checked(unchecked)
  const { text, size } = item
  if (text === undefined) return search.byFields(addressFieldsOf(item), { ...scope, size }, context)
  if (item.country === undefined) return search.byText({ ...scope, text, size }, context)
  const country = CountryCode.parse(item.country)
  if (scope.countries && !scope.countries.includes(country)) return []
  return search.byText({ ...scope, text, size, countries: [country] }, context)
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

import type { Gazetteer } from '#places/gazetteer'
import {
  mergeResults,
  type SearchContext,
  type SearchResult,
  type SearchScope,
} from '#places/search'
import type { Regional } from './every-region.ts'

interface SearchEachOptions extends Pick<SearchScope, 'size' | 'focus'> {
  /** The only region to search; all by default. */
  region?: string | undefined
  /** Whether a region with a fault may be left out, with a warning; see {@link Regional.each}. Default true. */
  allowPartial?: boolean
}

/**
 * Searches all regions, or only the named one, and merges the results as if the regions were one.
 *
 * @throws ApiError `service_unavailable` when no region answers, or one does not and `allowPartial` is false.
 */
export async function searchEach<Context extends SearchContext>(
  gazetteers: Regional<Gazetteer>,
  { region, allowPartial = true, ...scope }: SearchEachOptions,
  context: Context,
  find: (gazetteer: Gazetteer, context: Context) => Promise<SearchResult[]>,
): Promise<SearchResult[]> {
  const said = new Set<string>()
  const warn = (text: string): void => {
    if (!said.has(text)) context.warn(text)
    said.add(text)
  }
  const own = { ...context, warn }
  const isEnough = () => allowPartial
  const lists = await gazetteers.each((gazetteer) => find(gazetteer, own), {
    region,
    warn,
    isEnough,
  })
  return lists.length === 1 ? lists[0]! : mergeResults(lists, scope)
}

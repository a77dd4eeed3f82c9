import type { Gazetteer } from '#places/gazetteer'
import type { AddressFields, SearchResult, SearchScope } from '#places/search'
import { autocomplete, search, searchStructured } from '#places/search'

/** Asks a gazetteer as a caller would, with 5 results unless the scope says otherwise. */
export function asking(gazetteer: Gazetteer) {
  const warnings: string[] = []
  const context = { warn: (text: string) => void warnings.push(text) }
  const scoped = (scope: Partial<SearchScope>) => ({ size: 5, ...scope })
  return {
    warnings,
    context,
    search: (text: string, scope: Partial<SearchScope> = {}) =>
      search(gazetteer, { text, ...scoped(scope) }, context),
    complete: (text: string, scope: Partial<SearchScope> = {}) =>
      autocomplete(gazetteer, { text, ...scoped(scope) }, context),
    structured: (fields: AddressFields, scope: Partial<SearchScope> = {}) =>
      searchStructured(gazetteer, fields, scoped(scope), context),
  }
}

/** Ids of the places found, of houses those of the houses. */
export function ids(found: readonly SearchResult[]): string[] {
  return found.map(({ place, house }) => house?.id ?? place.id)
}

/** What the first result is, and how sure. */
export function first(found: readonly SearchResult[]) {
  const [{ place, house, matchType, confidence } = {} as SearchResult] = found
  return {
    id: house?.id ?? place?.id,
    matchType,
    confidence: confidence === undefined ? undefined : Math.round(confidence * 100) / 100,
  }
}

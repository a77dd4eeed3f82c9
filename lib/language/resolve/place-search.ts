import type { LatLon } from '#ground/geo'
import { type Gazetteer, type Place, WorkBudget } from '#places/gazetteer'
import { type SearchResult, search } from '#places/search'
import { mainTownOf } from './main-town.ts'

export interface PlaceSearchOptions {
  gazetteer: Gazetteer
  /** ISO 3166-1 alpha-3: only places of this country. */
  country?: string | undefined
  signal?: AbortSignal | undefined
}

/** Steps for all texts of a query together, see {@link WorkBudget}: a quarter of a second. */
const maxSteps = 1_000_000

/** Results of a search: enough to find the namesakes near the other places among. */
const searchSize = 20

/** The searches of one query. The same search is made once, and all share one work budget. */
export class PlaceSearch {
  readonly #options: PlaceSearchOptions
  readonly #budget = new WorkBudget(maxSteps)
  readonly #searches = new Map<string, Promise<SearchResult[]>>()

  constructor(options: PlaceSearchOptions) {
    this.#options = options
  }

  /** Places for a text, best first; of equal names the nearer to the focus come first. */
  find(text: string, focus?: LatLon): Promise<SearchResult[]> {
    const key = `${text}\n${focus?.lat},${focus?.lon}`
    let found = this.#searches.get(key)
    if (!found) {
      found = this.#search(text, focus)
      this.#searches.set(key, found)
    }
    return found
  }

  /** The most important town of an area. */
  mainTown(area: Place): Promise<Place | undefined> {
    return mainTownOf(area, this.#options)
  }

  #search(text: string, focus: LatLon | undefined): Promise<SearchResult[]> {
    const { gazetteer, country, signal } = this.#options
    const query = {
      text,
      size: searchSize,
      ...(focus && { focus }),
      ...(country && { countries: [country] }),
    }
    // Corrections that were not tried show as a place that was not found.
    const context = { budget: this.#budget, warn: () => {}, ...(signal && { signal }) }
    return search(gazetteer, query, context)
  }
}

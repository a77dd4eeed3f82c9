import type { LatLon } from '#ground/geo'
import { type Gazetteer, type Place, WorkBudget } from '#places/gazetteer'
import { type SearchResult, search } from '#places/search'
import { findMainTown } from './main-town.ts'

export interface PlaceSearchOptions {
  gazetteer: Gazetteer
  /** Limits places to this country, ISO 3166-1 alpha-3. */
  country?: string | undefined
  signal?: AbortSignal | undefined
}

/** Step budget for all texts of a query together, about a quarter of a second; see {@link WorkBudget}. */
const maxSteps = 1_000_000

/** Number of results of a search, enough to include namesakes near the other places. */
const searchSize = 20

/** The searches of one query. Identical searches run once, and all share one work budget. */
export class PlaceSearch {
  readonly #options: PlaceSearchOptions
  readonly #budget = new WorkBudget(maxSteps)
  readonly #searches = new Map<string, Promise<SearchResult[]>>()

  constructor(options: PlaceSearchOptions) {
    this.#options = options
  }

  /** Finds places for a text, best first. Places with equal names are sorted by distance to the focus. */
  find(text: string, focus?: LatLon): Promise<SearchResult[]> {
    const key = `${text}\n${focus?.lat},${focus?.lon}`
    let found = this.#searches.get(key)
    if (!found) {
      found = this.#search(text, focus)
      this.#searches.set(key, found)
    }
    return found
  }

  /** Finds the most important town of an area. */
  mainTown(area: Place): Promise<Place | undefined> {
    return findMainTown(area, this.#options)
  }

  #search(text: string, focus: LatLon | undefined): Promise<SearchResult[]> {
    const { gazetteer, country, signal } = this.#options
    const query = {
      text,
      size: searchSize,
      ...(focus && { focus }),
      ...(country && { countries: [country] }),
    }
    // The warning about untried corrections is dropped; the place then counts as not found.
    const context = { budget: this.#budget, warn: () => {}, ...(signal && { signal }) }
    return search(gazetteer, query, context)
  }
}

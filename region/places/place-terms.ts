import {
  buildTermLists,
  findContextLanguages,
  type IndexedPlace,
  type SourcePlace,
} from '#places/gazetteer'

/** Adds the terms of a place, including terms from the areas around it. */
export class PlaceTerms {
  readonly #areas: ReadonlyMap<string, SourcePlace>
  readonly #languages: ReadonlySet<string>

  /** @param areas All areas of the region, by id. */
  constructor(areas: ReadonlyMap<string, SourcePlace>) {
    this.#areas = areas
    this.#languages = findContextLanguages(areas.values())
  }

  index(place: SourcePlace): IndexedPlace {
    return { place, ...buildTermLists(place, this.#collectAncestors(place), this.#languages) }
  }

  *indexAll(places: Iterable<SourcePlace>): Generator<IndexedPlace> {
    for (const place of places) yield this.index(place)
  }

  /** Returns the areas of a place and their parents; for a village that includes its municipality. */
  #collectAncestors(place: SourcePlace): SourcePlace[] {
    const all = new Set<SourcePlace>()
    const queue = [...place.parents, ...(place.otherAreas ?? [])]
    for (const id of queue) {
      const area = this.#areas.get(id)
      if (!area || all.has(area)) continue
      all.add(area)
      queue.push(...area.parents)
    }
    return [...all]
  }
}

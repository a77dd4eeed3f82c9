import {
  contextLanguagesOf,
  type IndexedPlace,
  type SourcePlace,
  termListsOf,
} from '#places/gazetteer'

/** Gives each place its terms, of which some come from the areas around it. */
export class PlaceTerms {
  readonly #areas: ReadonlyMap<string, SourcePlace>
  readonly #languages: ReadonlySet<string>

  /** @param areas All areas of the region, by id. */
  constructor(areas: ReadonlyMap<string, SourcePlace>) {
    this.#areas = areas
    this.#languages = contextLanguagesOf(areas.values())
  }

  of(place: SourcePlace): IndexedPlace {
    return { place, ...termListsOf(place, this.#ancestorsOf(place), this.#languages) }
  }

  *ofAll(places: Iterable<SourcePlace>): Generator<IndexedPlace> {
    for (const place of places) yield this.of(place)
  }

  /** The areas of a place and their parents: of a village also the municipality. */
  #ancestorsOf(place: SourcePlace): SourcePlace[] {
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

import {
  computeIdKey,
  findIdBlock,
  findIdEntries,
  type IdDirectory,
  idBlockDecoder,
} from '../format/id-block.ts'
import type { PlaceOrHouse } from '../gazetteer.ts'
import type { House } from '../place.ts'
import type { DocumentReader } from './document-reader.ts'
import type { UnitStore } from './unit-store.ts'

/** Finds places and houses by id. */
export class IdReader {
  readonly #directory: IdDirectory
  readonly #units: UnitStore
  readonly #documents: DocumentReader

  constructor(directory: IdDirectory, units: UnitStore, documents: DocumentReader) {
    this.#directory = directory
    this.#units = units
    this.#documents = documents
  }

  /**
   * Finds places and then houses by id. Takes two rounds of reads (ids, then places with their houses), or three
   * if the houses are many.
   */
  async withId(id: string, signal?: AbortSignal): Promise<PlaceOrHouse[]> {
    const key = computeIdKey(id)
    const at = findIdBlock(this.#directory, key)
    if (!at) return []
    const [block] = await this.#units.get(idBlockDecoder, [at.span], signal)
    const entries = findIdEntries(block!, at.firstKey, key)
    const docIds = entries.map(({ docId }) => docId)
    const housesAhead = entries.some(({ isHouse }) => isHouse)
    const options = { housesAhead, ...(signal && { signal }) }
    const places = await this.#documents.places(docIds, options)
    const named = places.filter((place, i) => !entries[i]!.isHouse && place.id === id)
    const withHouses = places.filter((_, i) => entries[i]!.isHouse)
    const lists = await this.#documents.houses(withHouses, signal)
    const houses = lists.flatMap((list, i) =>
      list.filter(hasSearchedId).map((house) => ({ place: withHouses[i]!, house })),
    )
    return [...named.map((place) => ({ place })), ...houses]

    function hasSearchedId(house: House): boolean {
      return house.id === id
    }
  }
}

import type { AreaType, Parent, Place, SourcePlace } from '../place.ts'
import type { Census, PlaceSpill } from './spill.ts'

/** Parents always keep their names in these languages. */
const fixedLanguages = ['en', 'fr', 'de', 'es', 'it', 'ca', 'pt', 'nl']
/** Parents also keep their names in languages that at least this share of the pack's named places has. */
const minLanguageShare = 0.05

/** Makes the areas that are stored with a place: docId, type and names in the kept languages. */
export class ParentResolver {
  readonly #spill: PlaceSpill
  readonly #docIds: Uint32Array
  readonly #languages: ReadonlySet<string>
  readonly #parents = new Map<string, Parent>()

  /** @param docIds By index of the place in the spill. */
  constructor(spill: PlaceSpill, docIds: Uint32Array) {
    this.#spill = spill
    this.#docIds = docIds
    this.#languages = parentLanguages(spill.census)
  }

  /** @throws Error for an area that is not in the pack. */
  parentsOf({
    id: placeId,
    parents,
    otherAreas = [],
  }: SourcePlace): Pick<Place, 'parents' | 'otherAreas'> {
    const parentOf = (id: string) => {
      const cached = this.#parents.get(id)
      if (cached) return cached
      const index = this.#spill.areas.get(id)
      if (index === undefined) {
        throw new Error(`place ${placeId} lies in ${id}, which is not an area of this pack`)
      }
      const parent = this.#parentAt(index)
      this.#parents.set(id, parent)
      return parent
    }
    return { parents: parents.map(parentOf), otherAreas: otherAreas.map(parentOf) }
  }

  #parentAt(index: number): Parent {
    const { type, name, names } = this.#spill.place(index)
    const kept = Object.entries(names).filter(
      ([language]) => type !== 'country' && this.#languages.has(language),
    )
    const docId = this.#docIds[index]!
    return { docId, type: type as AreaType, name, names: Object.fromEntries(kept) }
  }
}

function parentLanguages({ named, languages }: Census): Set<string> {
  const common = [...languages].filter(([, count]) => count >= minLanguageShare * named)
  return new Set([...fixedLanguages, ...common.map(([language]) => language)])
}

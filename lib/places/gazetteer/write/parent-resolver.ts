import type { AreaType, Parent, Place, SourcePlace } from '../place.ts'
import type { Census, PlaceSpill } from './spill.ts'

/** Languages whose names parents always keep. */
const fixedLanguages = ['en', 'fr', 'de', 'es', 'it', 'ca', 'pt', 'nl']
/** Minimum share of the pack's named places with a name in a language for parents to keep their names in it. */
const minLanguageShare = 0.05

/** Builds the areas that are stored with a place: docId, type and names in the kept languages. */
export class ParentResolver {
  readonly #spill: PlaceSpill
  readonly #docIds: Uint32Array
  readonly #languages: ReadonlySet<string>
  readonly #parents = new Map<string, Parent>()

  /** @param docIds DocIds by position of the place in the spill. */
  constructor(spill: PlaceSpill, docIds: Uint32Array) {
    this.#spill = spill
    this.#docIds = docIds
    this.#languages = findParentLanguages(spill.census)
  }

  /** @throws Error for an area that is not in the pack. */
  resolveAreas({
    id: placeId,
    parents,
    otherAreas = [],
  }: SourcePlace): Pick<Place, 'parents' | 'otherAreas'> {
    const resolveArea = (id: string) => {
      const cached = this.#parents.get(id)
      if (cached) return cached
      const index = this.#spill.areas.get(id)
      if (index === undefined) {
        throw new Error(`place ${placeId} lies in ${id}, which is not an area of this pack`)
      }
      const parent = this.#readParent(index)
      this.#parents.set(id, parent)
      return parent
    }
    return { parents: parents.map(resolveArea), otherAreas: otherAreas.map(resolveArea) }
  }

  #readParent(index: number): Parent {
    const { type, name, names } = this.#spill.place(index)
    const kept = Object.entries(names).filter(
      ([language]) => type !== 'country' && this.#languages.has(language),
    )
    const docId = this.#docIds[index]!
    return { docId, type: type as AreaType, name, names: Object.fromEntries(kept) }
  }
}

function findParentLanguages({ named, languages }: Census): Set<string> {
  const common = [...languages].filter(([, count]) => count >= minLanguageShare * named)
  return new Set([...fixedLanguages, ...common.map(([language]) => language)])
}

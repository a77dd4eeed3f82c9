import type { AreaType, Parent, SourcePlace } from '../place.ts'
import type { Census, PlaceSpill } from './spill.ts'

/** Parents keep their names in these languages. */
const fixedLanguages = ['en', 'fr', 'de', 'es', 'it', 'ca', 'pt', 'nl']
/** Parents also keep their names in languages that at least this share of the pack's named places has. */
const minLanguageShare = 0.05

/** Looks up the parents of a place in the form stored with it. */
export class ParentResolver {
  readonly #spill: PlaceSpill
  readonly #docIds: Uint32Array
  readonly #languages: ReadonlySet<string>
  readonly #known = new Map<string, Parent>()

  /** @param docIds By position in the spill. */
  constructor(spill: PlaceSpill, docIds: Uint32Array) {
    this.#spill = spill
    this.#docIds = docIds
    this.#languages = parentLanguages(spill.census)
  }

  /** @throws Error for an area that is not in the pack. */
  parentsOf(place: SourcePlace): Parent[] {
    return place.parents.map((id) => {
      const known = this.#known.get(id)
      if (known) return known
      const position = this.#spill.areas.get(id)
      if (position === undefined) {
        throw new Error(`place ${place.id} lies in ${id}, which is not an area of this pack`)
      }
      const parent = this.#parentAt(position)
      this.#known.set(id, parent)
      return parent
    })
  }

  #parentAt(position: number): Parent {
    const { type, name, names } = this.#spill.place(position)
    const kept = Object.entries(names).filter(
      ([language]) => type !== 'country' && this.#languages.has(language),
    )
    const docId = this.#docIds[position]!
    return { docId, type: type as AreaType, name, names: Object.fromEntries(kept) }
  }
}

function parentLanguages({ named, languages }: Census): Set<string> {
  const common = [...languages].filter(([, count]) => count >= minLanguageShare * named)
  return new Set([...fixedLanguages, ...common.map(([language]) => language)])
}

import { importanceScale } from '../format/layout.ts'
import { typeCode } from '../format/place-codes.ts'
import type { SourcePlace } from '../place.ts'
import { float64Column, uint32Column } from './column.ts'
import { TextList } from './text-list.ts'

/** Steps of importance from 0 to 1. Less is not worth scattering the places of a town. */
const importanceSteps = 100
const typesInKey = 16

/**
 * Decides the docIds: by importance in steps of 0.01, then by the areas around a place, then by type, name,
 * importance and id. So the places of a town are neighbours within a step, and so are its streets of one kind:
 * the posting lists of areas, cells and frequent words are runs of docIds, which take few bytes, and the
 * matches of a query lie in few blocks of documents.
 */
export class PlaceOrder {
  readonly #importances = float64Column()
  /** Number of each place's list of areas. */
  readonly #areaLists = uint32Column()
  readonly #types = uint32Column()
  readonly #names = new TextList()
  readonly #ids = new TextList()
  /** Numbers of the lists of areas. */
  readonly #listNumbers = new Map<string, number>()
  /** Widest area first. */
  readonly #lists: string[][] = []

  get count(): number {
    return this.#importances.length
  }

  add({ id, name, type, importance, parents }: SourcePlace): void {
    this.#importances.push(importance)
    this.#types.push(typeCode(type))
    this.#names.push(name)
    this.#ids.push(id)
    const key = parents.join('\n')
    let number = this.#listNumbers.get(key)
    if (number === undefined) {
      number = this.#lists.push(parents.toReversed()) - 1
      this.#listNumbers.set(key, number)
    }
    this.#areaLists.push(number)
  }

  /**
   * Positions of the places, in the order in which they were added, by docId. `twin` is one of two equal
   * places, if there are such.
   *
   * @param areas Positions of the areas by id.
   */
  sorted(areas: ReadonlyMap<string, number>): { positions: Uint32Array; twin?: number } {
    const keys = this.#keys(areas)
    const positions = Uint32Array.from(keys, (_, i) => i)
    positions.sort((a, b) => keys[a]! - keys[b]! || this.#compareNamesakes(a, b))
    const twin = positions.find((position, i) => {
      return i > 0 && this.#ids.compare(positions[i - 1]!, position) === 0
    })
    return { positions, ...(twin !== undefined && { twin }) }
  }

  #compareNamesakes(a: number, b: number): number {
    return (
      this.#names.compare(a, b) ||
      this.#importances.at(b) - this.#importances.at(a) ||
      this.#ids.compare(a, b)
    )
  }

  /** Of each place a number for its step of importance, areas and type. */
  #keys(areas: ReadonlyMap<string, number>): Float64Array {
    const listRanks = this.#listRanks(areas)
    return Float64Array.from({ length: this.count }, (_, i) => {
      const importance = Math.round(this.#importances.at(i) * importanceScale)
      const step = Math.floor((importance * importanceSteps) / importanceScale)
      const listRank = listRanks[this.#areaLists.at(i)]!
      return (
        ((importanceSteps - step) * this.#lists.length + listRank) * typesInKey + this.#types.at(i)
      )
    })
  }

  /** The order of the lists of areas: more important areas first, the widest compared first. */
  #listRanks(areas: ReadonlyMap<string, number>): Uint32Array {
    const byImportance = [...areas].sort(
      ([, a], [, b]) =>
        this.#importances.at(b) - this.#importances.at(a) || this.#ids.compare(a, b),
    )
    const rankOfArea = new Map(byImportance.map(([id], rank) => [id, rank]))
    const ranked = this.#lists.map((list, number) => ({
      number,
      ranks: list.map((id) => rankOfArea.get(id) ?? areas.size),
    }))
    ranked.sort((a, b) => compareLists(a.ranks, b.ranks))
    const listRanks = new Uint32Array(ranked.length)
    for (const [rank, { number }] of ranked.entries()) listRanks[number] = rank
    return listRanks
  }
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) if (a[i] !== b[i]) return a[i]! - b[i]!
  return a.length - b.length
}

import { importanceScale } from '../format/layout.ts'
import { typeCode } from '../format/place-codes.ts'
import type { SourcePlace } from '../place.ts'
import { float64Column, uint32Column } from './column.ts'
import { cutIntoShards, type PlaceGroup } from './shard-cuts.ts'
import { type StoredTexts, TextList } from './text-list.ts'

/** Steps of importance from 0 to 1. Less is not worth scattering the places of a town. */
const importanceSteps = 100
const typesInKey = 16

/** What decides the docIds of the places of a part, as plain data. */
export interface StoredOrder {
  importances: Float64Array
  areaLists: Uint32Array
  types: Uint32Array
  names: StoredTexts
  ids: StoredTexts
  /** Widest area first. */
  lists: string[][]
}

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
    this.#areaLists.push(this.#numberOf(parents))
  }

  /** @param parents Narrowest first. */
  #numberOf(parents: readonly string[]): number {
    const key = parents.join('\n')
    let number = this.#listNumbers.get(key)
    if (number === undefined) {
      number = this.#lists.push(parents.toReversed()) - 1
      this.#listNumbers.set(key, number)
    }
    return number
  }

  stored(): StoredOrder {
    return {
      importances: this.#importances.values().slice(),
      areaLists: this.#areaLists.values().slice(),
      types: this.#types.values().slice(),
      names: this.#names.stored(),
      ids: this.#ids.stored(),
      lists: this.#lists,
    }
  }

  /** Adds the places of a part after the others. */
  append({ importances, areaLists, types, names, ids, lists }: StoredOrder): void {
    const numbers = lists.map((list) => this.#numberOf(list.toReversed()))
    this.#importances.pushAll(importances)
    this.#types.pushAll(types)
    this.#names.append(names)
    this.#ids.append(ids)
    this.#areaLists.pushAll(areaLists.map((number) => numbers[number]!))
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

  /**
   * The shard of each place, by position: those in the same areas are in one, and so are neighbouring areas.
   * More than `maxPlaces` in the same areas are cut by type and name. So of each step of importance a shard has
   * consecutive docIds.
   *
   * @param areas Positions of the areas by id.
   */
  shards(areas: ReadonlyMap<string, number>, maxPlaces: number): Uint32Array {
    const ranked = this.#rankedLists(areas)
    const members = this.#membersOf(ranked.map(({ number }) => number))
    const groups: (PlaceGroup & { members: Uint32Array })[] = []
    for (const [rank, ofList] of members.entries()) {
      const pieces = Math.ceil(ofList.length / maxPlaces)
      if (pieces > 1) {
        ofList.sort((a, b) => this.#types.at(a) - this.#types.at(b) || this.#compareNamesakes(a, b))
      }
      const { ranks } = ranked[rank]!
      let shared = rank > 0 ? sharedRanks(ranked[rank - 1]!.ranks, ranks) : 0
      for (let piece = 0; piece < pieces; piece++) {
        const [start, end] = [piece, piece + 1].map((i) => Math.floor((i * ofList.length) / pieces))
        const inPiece = ofList.subarray(start, end)
        groups.push({ size: inPiece.length, shared, members: inPiece })
        shared = Number.MAX_SAFE_INTEGER
      }
    }
    const shardOfGroup = cutIntoShards(groups, maxPlaces)
    const shards = new Uint32Array(this.count)
    for (const [i, { members }] of groups.entries())
      for (const position of members) shards[position] = shardOfGroup[i]!
    return shards
  }

  /** Positions of the places with each of these lists of areas. */
  #membersOf(numbers: readonly number[]): Uint32Array[] {
    const counts = new Uint32Array(this.#lists.length)
    for (const number of this.#areaLists.values()) counts[number]!++
    const members = Array.from(counts, (count) => new Uint32Array(count))
    counts.fill(0)
    for (const [position, number] of this.#areaLists.values().entries())
      members[number]![counts[number]!++] = position
    return numbers.map((number) => members[number]!)
  }

  /** Of each place a number for its step of importance, areas and type. */
  #keys(areas: ReadonlyMap<string, number>): Float64Array {
    const listRanks = new Uint32Array(this.#lists.length)
    for (const [rank, { number }] of this.#rankedLists(areas).entries()) listRanks[number] = rank
    return Float64Array.from({ length: this.count }, (_, i) => {
      const importance = Math.round(this.#importances.at(i) * importanceScale)
      const step = Math.floor((importance * importanceSteps) / importanceScale)
      const listRank = listRanks[this.#areaLists.at(i)]!
      return (
        ((importanceSteps - step) * this.#lists.length + listRank) * typesInKey + this.#types.at(i)
      )
    })
  }

  /** The lists of areas in order: more important areas first, the widest compared first. */
  #rankedLists(areas: ReadonlyMap<string, number>): RankedList[] {
    const byImportance = [...areas].sort(
      ([, a], [, b]) =>
        this.#importances.at(b) - this.#importances.at(a) || this.#ids.compare(a, b),
    )
    const rankOfArea = new Map(byImportance.map(([id], rank) => [id, rank]))
    const ranked = this.#lists.map((list, number) => ({
      number,
      ranks: list.map((id) => rankOfArea.get(id) ?? areas.size),
    }))
    return ranked.sort((a, b) => compareLists(a.ranks, b.ranks))
  }
}

interface RankedList {
  /** In the order in which the lists were met. */
  number: number
  /** Of its areas by importance, the widest area first. */
  ranks: readonly number[]
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const shared = sharedRanks(a, b)
  return shared < Math.min(a.length, b.length) ? a[shared]! - b[shared]! : a.length - b.length
}

function sharedRanks(a: readonly number[], b: readonly number[]): number {
  const max = Math.min(a.length, b.length)
  let shared = 0
  while (shared < max && a[shared] === b[shared]) shared++
  return shared
}

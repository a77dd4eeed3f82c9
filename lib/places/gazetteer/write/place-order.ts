import { importanceScale } from '../format/layout.ts'
import { encodeType } from '../format/place-codes.ts'
import type { SourcePlace } from '../place.ts'
import { createFloat64Column, createUint32Column } from './column.ts'
import { cutIntoShards, type PlaceGroup } from './shard-cuts.ts'
import { type StoredTexts, TextList } from './text-list.ts'

/** Number of steps of importance from 0 to 1. A smaller difference is not worth scattering the places of a town. */
const importanceSteps = 100
const typesInKey = 16

/** Properties of a part's places that decide their docIds, as plain data for another thread. */
export interface StoredOrder {
  importances: Float64Array
  areaLists: Uint32Array
  types: Uint32Array
  names: StoredTexts
  ids: StoredTexts
  /** Lists of area ids, widest area first. */
  lists: string[][]
}

/**
 * Decides the docIds: by importance in steps of 0.01, then by the areas around a place, then by type, name,
 * importance and id. Within a step, the places of a town are neighbours, and so are its streets of one kind. The
 * posting lists of areas, cells and frequent words are then runs of docIds, which take few bytes, and the matches
 * of a query lie in few blocks of documents.
 */
export class PlaceOrder {
  readonly #importances = createFloat64Column()
  /** Number of each place's list of areas. */
  readonly #areaLists = createUint32Column()
  readonly #types = createUint32Column()
  readonly #names = new TextList()
  readonly #ids = new TextList()
  /** Numbers of the lists of areas. */
  readonly #listNumbers = new Map<string, number>()
  /** Lists of area ids, widest area first. */
  readonly #lists: string[][] = []

  get count(): number {
    return this.#importances.length
  }

  add({ id, name, type, importance, parents }: SourcePlace): void {
    this.#importances.push(importance)
    this.#types.push(encodeType(type))
    this.#names.push(name)
    this.#ids.push(id)
    this.#areaLists.push(this.#numberList(parents))
  }

  /** @param parents Ids of the areas around a place, narrowest first. */
  #numberList(parents: readonly string[]): number {
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

  /** Adds the places of a part after those already added. */
  append({ importances, areaLists, types, names, ids, lists }: StoredOrder): void {
    const numbers = lists.map((list) => this.#numberList(list.toReversed()))
    this.#importances.pushAll(importances)
    this.#types.pushAll(types)
    this.#names.append(names)
    this.#ids.append(ids)
    this.#areaLists.pushAll(areaLists.map((number) => numbers[number]!))
  }

  /**
   * Returns the position of each place in the order of adding, by docId. `twin` is the position of the first place
   * that has the same id as the place before it, if there is one.
   *
   * @param areas Positions of the areas by id.
   */
  sorted(areas: ReadonlyMap<string, number>): { positions: Uint32Array; twin?: number } {
    const keys = this.#computeKeys(areas)
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
   * Assigns a shard to each place, by position. Places in the same areas share a shard, and so do neighbouring
   * areas. More than `maxPlaces` places in the same areas are divided by type and name. Within a step of
   * importance, the docIds of a shard are therefore consecutive.
   *
   * @param areas Positions of the areas by id.
   */
  shards(areas: ReadonlyMap<string, number>, maxPlaces: number): Uint32Array {
    const ranked = this.#rankLists(areas)
    const members = this.#groupByList(ranked.map(({ number }) => number))
    const groups: (PlaceGroup & { members: Uint32Array })[] = []
    for (const [rank, listMembers] of members.entries()) {
      const pieces = Math.ceil(listMembers.length / maxPlaces)
      if (pieces > 1) {
        listMembers.sort(
          (a, b) => this.#types.at(a) - this.#types.at(b) || this.#compareNamesakes(a, b),
        )
      }
      const { ranks } = ranked[rank]!
      let shared = rank > 0 ? countSharedRanks(ranked[rank - 1]!.ranks, ranks) : 0
      for (let piece = 0; piece < pieces; piece++) {
        const [start, end] = [piece, piece + 1].map((i) =>
          Math.floor((i * listMembers.length) / pieces),
        )
        const pieceMembers = listMembers.subarray(start, end)
        groups.push({ size: pieceMembers.length, shared, members: pieceMembers })
        shared = Number.MAX_SAFE_INTEGER
      }
    }
    const shardOfGroup = cutIntoShards(groups, maxPlaces)
    const shards = new Uint32Array(this.count)
    for (const [i, { members }] of groups.entries())
      for (const position of members) shards[position] = shardOfGroup[i]!
    return shards
  }

  /** Returns the positions of the places with each of these lists of areas. */
  #groupByList(numbers: readonly number[]): Uint32Array[] {
    const counts = new Uint32Array(this.#lists.length)
    for (const number of this.#areaLists.values()) counts[number]!++
    const members = Array.from(counts, (count) => new Uint32Array(count))
    counts.fill(0)
    for (const [position, number] of this.#areaLists.values().entries())
      members[number]![counts[number]!++] = position
    return numbers.map((number) => members[number]!)
  }

  /** Computes the sort key of each place: importance step, then areas, then type. */
  #computeKeys(areas: ReadonlyMap<string, number>): Float64Array {
    const listRanks = new Uint32Array(this.#lists.length)
    for (const [rank, { number }] of this.#rankLists(areas).entries()) listRanks[number] = rank
    return Float64Array.from({ length: this.count }, (_, i) => {
      const importance = Math.round(this.#importances.at(i) * importanceScale)
      const step = Math.floor((importance * importanceSteps) / importanceScale)
      const listRank = listRanks[this.#areaLists.at(i)]!
      return (
        ((importanceSteps - step) * this.#lists.length + listRank) * typesInKey + this.#types.at(i)
      )
    })
  }

  /** Sorts the lists of areas: more important areas come first, and the widest areas are compared first. */
  #rankLists(areas: ReadonlyMap<string, number>): RankedList[] {
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
  /** Number of the list, in the order of first use. */
  number: number
  /** Importance ranks of the list's areas, widest area first. */
  ranks: readonly number[]
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const shared = countSharedRanks(a, b)
  return shared < Math.min(a.length, b.length) ? a[shared]! - b[shared]! : a.length - b.length
}

function countSharedRanks(a: readonly number[], b: readonly number[]): number {
  const max = Math.min(a.length, b.length)
  let shared = 0
  while (shared < max && a[shared] === b[shared]) shared++
  return shared
}

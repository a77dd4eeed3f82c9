import {
  computeIdKey,
  type IdBlockSummary,
  IdBlockWriter,
  idsPerBlock,
} from '../format/id-block.ts'
import type { SourcePlace } from '../place.ts'
import { createFloat64Column, createUint32Column } from './column.ts'
import { orderByWideKey } from './order-by-key.ts'
import type { SectionFile } from './section-file.ts'

/** Ids of the places of a part, as plain data for another thread. */
export interface StoredIds {
  sortKeys: Float64Array
  positions: Uint32Array
}

/**
 * Sorts the ids of places and of their houses, and writes them in blocks. Takes 12 to 24 bytes of memory per id,
 * and 24 more while sorting.
 */
export class IdWriter {
  /** Twice the key of each id, plus 1 for a place: houses sort before places of the same key. Keys are below 2^52. */
  readonly #sortKeys = createFloat64Column()
  /** Position of each id's place in the order of input. */
  readonly #positions = createUint32Column()

  /** @param position Position of the place in the order of input. */
  add(position: number, { id, houses }: SourcePlace): void {
    this.#push(2 * computeIdKey(id) + 1, position)
    for (const house of houses ?? []) this.#push(2 * computeIdKey(house.id), position)
  }

  #push(sortKey: number, position: number): void {
    this.#sortKeys.push(sortKey)
    this.#positions.push(position)
  }

  stored(): StoredIds {
    return {
      sortKeys: this.#sortKeys.values().slice(),
      positions: this.#positions.values().slice(),
    }
  }

  /** @param base Number of places before the part. */
  append({ sortKeys, positions }: StoredIds, base: number): void {
    this.#sortKeys.pushAll(sortKeys)
    this.#positions.pushAll(positions, base)
  }

  /** Writes the blocks and calls `turn` after each. */
  async write(
    section: SectionFile,
    docIdByPosition: Uint32Array,
    turn: () => Promise<void>,
  ): Promise<readonly IdBlockSummary[]> {
    const blocks: IdBlockSummary[] = []
    const block = new IdBlockWriter()
    const endBlock = () => {
      const { firstKey } = block
      blocks.push({ firstKey, length: section.appendUnit(block.take()).length })
    }
    const sortKeys = this.#sortKeys.values()
    const order = orderByWideKey(sortKeys)
    for (let start = 0, end = 0; start < order.length; start = end) {
      const sortKey = sortKeys[order[start]!]!
      while (end < order.length && sortKeys[order[end]!] === sortKey) end++
      const key = Math.floor(sortKey / 2)
      if (block.count >= idsPerBlock && key !== block.lastKey) {
        endBlock()
        await turn()
      }
      const isHouse = sortKey % 2 === 0
      // A set, because several houses of a place may have the same id.
      const docIds = new Set<number>()
      for (let i = start; i < end; i++) docIds.add(docIdByPosition[this.#positions.at(order[i]!)]!)
      for (const docId of [...docIds].sort((a, b) => a - b)) block.add(key, { docId, isHouse })
    }
    if (block.count > 0) endBlock()
    return blocks
  }
}

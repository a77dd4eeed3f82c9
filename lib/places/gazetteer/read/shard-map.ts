import type { PackHeader } from '../format/header.ts'
import { headerBytes } from '../format/layout.ts'
import { type ShardList, type ShardSummary, shardSize } from '../format/shard-list.ts'
import type { ByteSpan } from '../format/unit.ts'

/** Where the sections of a shard begin, among the joined bytes of the router and its shards. */
interface ShardOffsets {
  directory: number
  documents: number
  houses: number
  tree: number
}

/** Which shard has what, and where. */
export class ShardMap {
  readonly #shards: readonly ShardSummary[]
  readonly #offsets: readonly ShardOffsets[]
  /** First docId of each run, and the number of places. */
  readonly #firstDocIds: Float64Array
  readonly #shardOfRun: Uint32Array
  /** Places of the shard before the run. */
  readonly #placesBefore: Uint32Array
  /** Where the leaves of each shard begin in the tree section, and the end of the last. */
  readonly #leafStarts: Float64Array
  readonly #routerTree: number

  constructor({ size, sections }: PackHeader, { shards, runs }: ShardList) {
    this.#shards = shards
    this.#routerTree = sections.tree.offset
    this.#leafStarts = new Float64Array(shards.length + 1)
    let start = size
    this.#offsets = shards.map((shard, i) => {
      const directory = start + headerBytes
      const documents = directory + shard.directoryLength
      const houses = documents + shard.documentsLength
      start += shardSize(shard)
      this.#leafStarts[i + 1] = this.#leafStarts[i]! + shard.treeLength
      return { directory, documents, houses, tree: houses + shard.housesLength }
    })
    this.#firstDocIds = new Float64Array(runs.length + 1)
    this.#shardOfRun = Uint32Array.from(runs, ({ shard }) => shard)
    this.#placesBefore = new Uint32Array(runs.length)
    const places = new Uint32Array(shards.length)
    for (const [i, { shard, count }] of runs.entries()) {
      this.#firstDocIds[i + 1] = this.#firstDocIds[i]! + count
      this.#placesBefore[i] = places[shard]!
      places[shard]! += count
    }
  }

  get shardCount(): number {
    return this.#shards.length
  }

  /** The shard of a place, and its number there. */
  placeOf(docId: number): { shard: number; number: number } {
    const run = lastAtMost(this.#firstDocIds, docId)
    return {
      shard: this.#shardOfRun[run]!,
      number: this.#placesBefore[run]! + docId - this.#firstDocIds[run]!,
    }
  }

  offsetsOf(shard: number): ShardOffsets {
    return this.#offsets[shard]!
  }

  directoryOf(shard: number): { span: ByteSpan; checksum: number } {
    const { directoryLength: length, directoryChecksum: checksum } = this.#shards[shard]!
    return { span: { offset: this.#offsets[shard]!.directory, length }, checksum }
  }

  /** Where a unit of the tree section is: the leaves of the shards, then what the router has. */
  treeSpan({ offset, length }: ByteSpan): ByteSpan {
    const leaves = this.#leafStarts.at(-1)!
    if (offset >= leaves) return { offset: this.#routerTree + offset - leaves, length }
    const shard = lastAtMost(this.#leafStarts, offset)
    const start = this.#offsets[shard]!.tree - this.#leafStarts[shard]!
    return { offset: start + offset, length }
  }
}

/** Index of the last number that is not above the value. */
function lastAtMost(ascending: Float64Array, value: number): number {
  let low = 0
  let high = ascending.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (ascending[middle]! <= value) low = middle
    else high = middle - 1
  }
  return low
}

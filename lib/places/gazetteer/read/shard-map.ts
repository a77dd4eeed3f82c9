import type { PackHeader } from '../format/header.ts'
import { headerBytes } from '../format/layout.ts'
import { computeShardSize, type ShardList, type ShardSummary } from '../format/shard-list.ts'
import type { ByteSpan } from '../format/unit.ts'

/** Offsets of a shard's sections in the joined bytes of the router and its shards. */
interface ShardOffsets {
  directory: number
  documents: number
  houses: number
  tree: number
}

/** Maps docIds and units of the `tree` section to shards and offsets. */
export class ShardMap {
  readonly #shards: readonly ShardSummary[]
  readonly #offsets: readonly ShardOffsets[]
  /** First docId of each run, then the number of places. */
  readonly #firstDocIds: Float64Array
  readonly #shardByRun: Uint32Array
  /** For each run, number of places of its shard in earlier runs. */
  readonly #placesBefore: Uint32Array
  /** Offset in the `tree` section of each shard's leaves, then the end of the last leaf. */
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
      start += computeShardSize(shard)
      this.#leafStarts[i + 1] = this.#leafStarts[i]! + shard.treeLength
      return { directory, documents, houses, tree: houses + shard.housesLength }
    })
    this.#firstDocIds = new Float64Array(runs.length + 1)
    this.#shardByRun = Uint32Array.from(runs, ({ shard }) => shard)
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

  /** Returns the shard of a place, and the place's number in that shard. */
  locatePlace(docId: number): { shard: number; number: number } {
    const run = findLastAtMost(this.#firstDocIds, docId)
    return {
      shard: this.#shardByRun[run]!,
      number: this.#placesBefore[run]! + docId - this.#firstDocIds[run]!,
    }
  }

  findOffsets(shard: number): ShardOffsets {
    return this.#offsets[shard]!
  }

  findDirectory(shard: number): { span: ByteSpan; checksum: number } {
    const { directoryLength: length, directoryChecksum: checksum } = this.#shards[shard]!
    return { span: { offset: this.#offsets[shard]!.directory, length }, checksum }
  }

  /** Locates a unit of the `tree` section, which consists of the shards' leaves and then the router's units. */
  treeSpan({ offset, length }: ByteSpan): ByteSpan {
    const leaves = this.#leafStarts.at(-1)!
    if (offset >= leaves) return { offset: this.#routerTree + offset - leaves, length }
    const shard = findLastAtMost(this.#leafStarts, offset)
    const start = this.#offsets[shard]!.tree - this.#leafStarts[shard]!
    return { offset: start + offset, length }
  }
}

/** Returns the index of the last number at or below the value. */
function findLastAtMost(ascending: Float64Array, value: number): number {
  let low = 0
  let high = ascending.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (ascending[middle]! <= value) low = middle
    else high = middle - 1
  }
  return low
}

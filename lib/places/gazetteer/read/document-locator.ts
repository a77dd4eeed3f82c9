import { crc32 } from 'node:zlib'
import { type DocumentDirectory, directoryDecoder } from '../format/document-directory.ts'
import type { PackHeader } from '../format/header.ts'
import { placesPerBlock } from '../format/layout.ts'
import type { ByteSpan, UnitDecoder } from '../format/unit.ts'
import type { ShardMap } from './shard-map.ts'
import type { UnitStore } from './unit-store.ts'

/** Location of a place in a file. */
export interface PlaceLocation {
  block: ByteSpan
  /** Index of the place in the block. */
  index: number
  /** Span of the houses of all places in the block. */
  houses: ByteSpan
}

/** Locates places by docId. */
export interface DocumentLocator {
  /** Returns a promise if a directory must be read. */
  locate(
    docIds: readonly number[],
    signal?: AbortSignal,
  ): PlaceLocation[] | Promise<PlaceLocation[]>
  /** Returns the offset of the section with the houses of a place. */
  housesOffset(docId: number): number
}

/** Locates places in an index in one file, whose directory is in memory. */
export class WholeLocator implements DocumentLocator {
  readonly #directory: DocumentDirectory
  readonly #housesOffset: number

  constructor(directory: DocumentDirectory, { sections }: PackHeader) {
    this.#directory = directory
    this.#housesOffset = sections.houses.offset
  }

  locate(docIds: readonly number[]): PlaceLocation[] {
    return docIds.map((docId) => locateIn(this.#directory, docId))
  }

  housesOffset(): number {
    return this.#housesOffset
  }
}

/** Locates places in an index in shards, each with a directory that is read when it is needed. */
export class ShardLocator implements DocumentLocator {
  readonly #map: ShardMap
  readonly #units: UnitStore
  readonly #decoders: readonly UnitDecoder<DocumentDirectory>[]

  constructor(map: ShardMap, units: UnitStore) {
    this.#map = map
    this.#units = units
    this.#decoders = Array.from({ length: map.shardCount }, (_, shard) => {
      const { checksum } = map.findDirectory(shard)
      return { ...directoryDecoder, decode: (bytes) => decodeOwnDirectory(bytes, checksum) }
    })
  }

  async locate(docIds: readonly number[], signal?: AbortSignal): Promise<PlaceLocation[]> {
    const places = docIds.map((docId) => this.#map.locatePlace(docId))
    const shards = [...new Set(places.map(({ shard }) => shard))]
    const directories = await Promise.all(shards.map((shard) => this.#directory(shard, signal)))
    const directoryByShard = new Map(shards.map((shard, i) => [shard, directories[i]!]))
    return places.map(({ shard, number }) => {
      const { block, index, houses } = locateIn(directoryByShard.get(shard)!, number)
      const offsets = this.#map.findOffsets(shard)
      return {
        block: { offset: offsets.documents + block.offset, length: block.length },
        index,
        houses: { offset: offsets.houses + houses.offset, length: houses.length },
      }
    })
  }

  housesOffset(docId: number): number {
    return this.#map.findOffsets(this.#map.locatePlace(docId).shard).houses
  }

  /** Starts to read the directories of shards whose places will probably be needed. */
  expect(shards: Iterable<number>): void {
    // The read that needs the directory meets the same error and reports it.
    for (const shard of shards) this.#directory(shard).catch(() => {})
  }

  async #directory(shard: number, signal?: AbortSignal): Promise<DocumentDirectory> {
    const { span } = this.#map.findDirectory(shard)
    const [directory] = await this.#units.get(this.#decoders[shard]!, [span], signal)
    return directory!
  }
}

function decodeOwnDirectory(bytes: Uint8Array, checksum: number): DocumentDirectory {
  if (crc32(bytes) !== checksum) throw new RangeError('the shard is of another build')
  return directoryDecoder.decode(bytes)
}

/** @param number Number of the place in the directory, from 0. */
function locateIn({ documents, houses }: DocumentDirectory, number: number): PlaceLocation {
  const block = Math.floor(number / placesPerBlock)
  return {
    block: selectSpan(documents, block),
    index: number % placesPerBlock,
    houses: selectSpan(houses, block),
  }
}

function selectSpan(offsets: Float64Array, i: number): ByteSpan {
  return { offset: offsets[i]!, length: offsets[i + 1]! - offsets[i]! }
}

import { crc32 } from 'node:zlib'
import { type DocumentDirectory, directoryDecoder } from '../format/document-directory.ts'
import type { PackHeader } from '../format/header.ts'
import { placesPerBlock } from '../format/layout.ts'
import type { ByteSpan, UnitDecoder } from '../format/unit.ts'
import type { ShardMap } from './shard-map.ts'
import type { UnitStore } from './unit-store.ts'

/** Where a place is. */
export interface PlaceLocation {
  block: ByteSpan
  /** In the block. */
  index: number
  /** Of all places of the block. */
  houses: ByteSpan
}

/** Finds places by docId. */
export interface DocumentLocator {
  /** A promise where a directory must be read. */
  locate(
    docIds: readonly number[],
    signal?: AbortSignal,
  ): PlaceLocation[] | Promise<PlaceLocation[]>
  /** Where the section is that has the houses of a place. */
  housesOffset(docId: number): number
}

/** Of an index in one file, whose directory is in memory. */
export class WholeLocator implements DocumentLocator {
  readonly #directory: DocumentDirectory
  readonly #housesOffset: number

  constructor(directory: DocumentDirectory, { sections }: PackHeader) {
    this.#directory = directory
    this.#housesOffset = sections.houses.offset
  }

  locate(docIds: readonly number[]): PlaceLocation[] {
    return docIds.map((docId) => locationIn(this.#directory, docId))
  }

  housesOffset(): number {
    return this.#housesOffset
  }
}

/** Of an index in shards, each with a directory that is read when it is needed. */
export class ShardLocator implements DocumentLocator {
  readonly #map: ShardMap
  readonly #units: UnitStore
  readonly #decoders: readonly UnitDecoder<DocumentDirectory>[]

  constructor(map: ShardMap, units: UnitStore) {
    this.#map = map
    this.#units = units
    this.#decoders = Array.from({ length: map.shardCount }, (_, shard) => {
      const { checksum } = map.directoryOf(shard)
      return { ...directoryDecoder, decode: (bytes) => decodeOwn(bytes, checksum) }
    })
  }

  async locate(docIds: readonly number[], signal?: AbortSignal): Promise<PlaceLocation[]> {
    const places = docIds.map((docId) => this.#map.placeOf(docId))
    const shards = [...new Set(places.map(({ shard }) => shard))]
    const directories = await Promise.all(shards.map((shard) => this.#directory(shard, signal)))
    const ofShard = new Map(shards.map((shard, i) => [shard, directories[i]!]))
    return places.map(({ shard, number }) => {
      const { block, index, houses } = locationIn(ofShard.get(shard)!, number)
      const offsets = this.#map.offsetsOf(shard)
      return {
        block: { offset: offsets.documents + block.offset, length: block.length },
        index,
        houses: { offset: offsets.houses + houses.offset, length: houses.length },
      }
    })
  }

  housesOffset(docId: number): number {
    return this.#map.offsetsOf(this.#map.placeOf(docId).shard).houses
  }

  /** Starts to read the directories of shards whose places will probably be needed. */
  expect(shards: Iterable<number>): void {
    // A fault is met again by the read that needs the directory.
    for (const shard of shards) this.#directory(shard).catch(() => {})
  }

  async #directory(shard: number, signal?: AbortSignal): Promise<DocumentDirectory> {
    const { span } = this.#map.directoryOf(shard)
    const [directory] = await this.#units.get(this.#decoders[shard]!, [span], signal)
    return directory!
  }
}

function decodeOwn(bytes: Uint8Array, checksum: number): DocumentDirectory {
  if (crc32(bytes) !== checksum) throw new RangeError('the shard is of another build')
  return directoryDecoder.decode(bytes)
}

/** @param number Of the place in the directory, from 0. */
function locationIn({ documents, houses }: DocumentDirectory, number: number): PlaceLocation {
  const block = Math.floor(number / placesPerBlock)
  return {
    block: spanAt(documents, block),
    index: number % placesPerBlock,
    houses: spanAt(houses, block),
  }
}

function spanAt(offsets: Float64Array, i: number): ByteSpan {
  return { offset: offsets[i]!, length: offsets[i + 1]! - offsets[i]! }
}

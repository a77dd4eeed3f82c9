import { LRUCache } from 'lru-cache'

interface Entry {
  value: unknown
  bytes: number
}

/**
 * Number of keys in a partition. Offsets of units take the first half, which limits a pack to 34 GB; docIds take
 * the second half.
 */
const keysPerPartition = 2 ** 36
const firstPlaceKey = 2 ** 35
/** Overhead of an entry (object, key and list links), bytes, measured. */
const bytesPerEntry = 160

/** A least-recently-used cache of decoded units and places of any number of packs, limited in bytes. */
export class PackCache {
  readonly #entries: LRUCache<number, Entry>
  #partitions = 0

  constructor(maxBytes: number) {
    this.#entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })
  }

  /** Bytes in use, as estimated when the entries were added. */
  get bytes(): number {
    return this.#entries.calculatedSize
  }

  /** Creates a part of the cache for one pack. */
  partition(): CachePartition {
    return new CachePartition(this.#entries, this.#partitions++ * keysPerPartition)
  }
}

/** One pack's part of a cache, with units by offset and places by docId. */
export class CachePartition {
  readonly #entries: LRUCache<number, Entry>
  readonly #firstKey: number

  constructor(entries: LRUCache<number, Entry>, firstKey: number) {
    this.#entries = entries
    this.#firstKey = firstKey
  }

  unit(offset: number): unknown {
    return this.#entries.get(this.#firstKey + offset)?.value
  }

  putUnit(offset: number, value: unknown, bytes: number): void {
    this.#entries.set(this.#firstKey + offset, { value, bytes: bytes + bytesPerEntry })
  }

  place(docId: number): unknown {
    return this.#entries.get(this.#firstKey + firstPlaceKey + docId)?.value
  }

  putPlace(docId: number, value: unknown, bytes: number): void {
    const key = this.#firstKey + firstPlaceKey + docId
    this.#entries.set(key, { value, bytes: bytes + bytesPerEntry })
  }
}

/** Creates a cache for one pack, or for several together. */
export function createPackCache(maxBytes = 64 * 1024 * 1024): PackCache {
  return new PackCache(maxBytes)
}

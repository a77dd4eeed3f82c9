import { LRUCache } from 'lru-cache'

interface Held {
  value: unknown
  bytes: number
}

/** Where packs lie apart in the keys of a cache: no pack is larger than 2^35 bytes, 34 GB. */
const slotSpan = 2 ** 36
const docIdBase = 2 ** 35
/** The entry, the key and the links of the list, measured. */
const bytesOfEntry = 160

/** What has been read and decoded of any number of packs, bounded in bytes. */
export class PackCache {
  readonly #held: LRUCache<number, Held>
  #slots = 0

  constructor(maxBytes: number) {
    this.#held = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })
  }

  /** Bytes in use, by the estimates of those who put them in. */
  get bytes(): number {
    return this.#held.calculatedSize
  }

  /** A part of the cache for one pack. */
  partition(): CachePartition {
    return new CachePartition(this.#held, this.#slots++ * slotSpan)
  }
}

/** One pack's part of a cache: by the offset of what was read, or by the docId of a place. */
export class CachePartition {
  readonly #held: LRUCache<number, Held>
  readonly #base: number

  constructor(held: LRUCache<number, Held>, base: number) {
    this.#held = held
    this.#base = base
  }

  unit(offset: number): unknown {
    return this.#held.get(this.#base + offset)?.value
  }

  putUnit(offset: number, value: unknown, bytes: number): void {
    this.#held.set(this.#base + offset, { value, bytes: bytes + bytesOfEntry })
  }

  place(docId: number): unknown {
    return this.#held.get(this.#base + docIdBase + docId)?.value
  }

  putPlace(docId: number, value: unknown, bytes: number): void {
    this.#held.set(this.#base + docIdBase + docId, { value, bytes: bytes + bytesOfEntry })
  }
}

/** A cache for one pack or several together. */
export function packCache(maxBytes = 64 * 1024 * 1024): PackCache {
  return new PackCache(maxBytes)
}

import type { LargeMap } from '#platform/large-data'

const tableBits = 1 << 22

/**
 * A set of ids that rejects nearly all other ids without a lookup in the collection. The collection must not change
 * after that.
 */
export class IdSet {
  readonly #ids: ReadonlySet<number> | LargeMap<number, unknown>
  /** One bit for each id, by its last 22 bits; 512 KiB. */
  readonly #bits = new Uint32Array(tableBits / 32)

  constructor(ids: ReadonlySet<number> | LargeMap<number, unknown>) {
    this.#ids = ids
    for (const id of ids.keys()) this.#bits[findSlot(id) >>> 5]! |= 1 << (id & 31)
  }

  get size(): number {
    return this.#ids.size
  }

  has(id: number): boolean {
    return (this.#bits[findSlot(id) >>> 5]! & (1 << (id & 31))) !== 0 && this.#ids.has(id)
  }
}

function findSlot(id: number): number {
  return id & (tableBits - 1)
}

const tableBits = 1 << 22

/** A set of ids that answers no for nearly all others without a look into the set. */
export class IdSet {
  readonly #ids: ReadonlySet<number>
  /** A bit for each id, by its last 22 bits; 512 KiB. */
  readonly #bits = new Uint32Array(tableBits / 32)

  constructor(ids: ReadonlySet<number>) {
    this.#ids = ids
    for (const id of ids) this.#bits[slotOf(id) >>> 5]! |= 1 << (id & 31)
  }

  get size(): number {
    return this.#ids.size
  }

  has(id: number): boolean {
    return (this.#bits[slotOf(id) >>> 5]! & (1 << (id & 31))) !== 0 && this.#ids.has(id)
  }
}

function slotOf(id: number): number {
  return id & (tableBits - 1)
}

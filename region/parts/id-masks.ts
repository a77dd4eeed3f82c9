/** Bits by id, 12 bytes each. Looking ids up in about their order is fast. */
export class IdMasks {
  readonly ids: Float64Array
  readonly #masks: Uint32Array
  #last = 0

  /** @param ids Distinct and ascending. */
  constructor(ids: Float64Array) {
    this.ids = ids
    this.#masks = new Uint32Array(ids.length)
  }

  /** The index of an id, or -1. */
  indexOf(id: number): number {
    const { ids } = this
    if (ids[this.#last] === id) return this.#last
    if (ids[this.#last + 1] === id) return ++this.#last
    let low = 0
    let high = ids.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (ids[middle]! < id) low = middle + 1
      else high = middle
    }
    if (ids[low] !== id) return -1
    this.#last = low
    return low
  }

  /** The bits of an id; none for an unknown one. */
  get(id: number): number {
    const index = this.indexOf(id)
    return index < 0 ? 0 : this.#masks[index]!
  }

  /** Adds bits to a known id. */
  add(id: number, mask: number): void {
    const index = this.indexOf(id)
    if (index >= 0) this.#masks[index]! |= mask
  }
}

import { SortedIds } from '../osm/index.ts'

/** Bits by id, 12 bytes each. */
export class IdMasks extends SortedIds {
  readonly #masks: Uint32Array

  /** @param ids Distinct and ascending. */
  constructor(ids: Float64Array) {
    super(ids)
    this.#masks = new Uint32Array(ids.length)
  }

  /** Returns the bits of an id, or none for an unknown one. */
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

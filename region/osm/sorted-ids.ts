/**
 * Finds the indices of ids. Ids of a way and of its neighbours lie close together, so a search starts at the last
 * result.
 */
export class SortedIds {
  readonly ids: Float64Array
  /** Index of the last lookup. */
  #last = 0

  /** @param ids Distinct and ascending. */
  constructor(ids: Float64Array) {
    this.ids = ids
  }

  /** Returns the index of an id, or -1. */
  indexOf(id: number): number {
    const { ids } = this
    const last = this.#last
    if (ids[last] === id) return last
    if (ids[last + 1] === id) return ++this.#last
    let low = 0
    let high = ids.length
    // Double the steps away from the last index until the id lies between.
    if (ids[last]! < id) {
      low = last + 1
      for (let step = 1; low + step < high; step *= 2) {
        if (ids[low + step]! < id) low += step + 1
        else high = low + step + 1
      }
    } else {
      high = Math.min(high, last)
      for (let step = 1; high - step > low; step *= 2) {
        if (ids[high - step]! >= id) high -= step
        else low = high - step + 1
      }
    }
    while (low < high) {
      const middle = (low + high) >>> 1
      if (ids[middle]! < id) low = middle + 1
      else high = middle
    }
    if (low < ids.length) this.#last = low
    return ids[low] === id ? low : -1
  }
}

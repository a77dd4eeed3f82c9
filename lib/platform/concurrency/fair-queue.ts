/** A queue that serves its owners in turn: each turn takes the oldest item of one owner. */
export class FairQueue<T> {
  /** Items by owner, in the order of turns. Owners without items are absent. */
  readonly #items = new Map<string, T[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  push(owner: string, item: T): void {
    const items = this.#items.get(owner)
    if (items) items.push(item)
    else this.#items.set(owner, [item])
    this.#size++
  }

  /**
   * Takes the oldest item of the owner with the smallest share, if it is below `max`. Among equal shares it takes the
   * owner whose turn is next.
   */
  shift(shareOf: (owner: string) => number = () => 0, max = Infinity): T | undefined {
    let chosen: string | undefined
    let smallest = max
    for (const owner of this.#items.keys()) {
      const share = shareOf(owner)
      if (share >= smallest) continue
      chosen = owner
      smallest = share
    }
    if (chosen === undefined) return undefined
    const items = this.#items.get(chosen)!
    const item = items.shift()
    this.#size--
    // Move the owner to the end.
    this.#items.delete(chosen)
    if (items.length > 0) this.#items.set(chosen, items)
    return item
  }

  /** Removes an item. */
  remove(owner: string, item: T): void {
    const items = this.#items.get(owner)
    const at = items?.indexOf(item) ?? -1
    if (at < 0) return
    items!.splice(at, 1)
    this.#size--
    if (items!.length === 0) this.#items.delete(owner)
  }
}

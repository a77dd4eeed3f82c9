/** A queue in which owners take turns: each turn takes the oldest item of one owner (round robin). */
export class FairQueue<T> {
  /** In the order of their turns; only owners that have items. */
  readonly #items = new Map<string, T[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The owners that have items, the one whose turn is next first. */
  get owners(): IterableIterator<string> {
    return this.#items.keys()
  }

  push(owner: string, item: T): void {
    const items = this.#items.get(owner)
    if (items) items.push(item)
    else this.#items.set(owner, [item])
    this.#size++
  }

  /** Takes the oldest item of the first owner that `mayTake` admits, whose next turn comes last. */
  shift(mayTake: (owner: string, item: T) => boolean = () => true): T | undefined {
    for (const [owner, items] of this.#items) {
      const [item] = items
      if (!mayTake(owner, item!)) continue
      items.shift()
      this.#size--
      this.#items.delete(owner)
      if (items.length > 0) this.#items.set(owner, items)
      return item
    }
    return undefined
  }

  /** Takes an item out, wherever it stands. */
  remove(owner: string, item: T): void {
    const items = this.#items.get(owner)
    const at = items?.indexOf(item) ?? -1
    if (at < 0) return
    items!.splice(at, 1)
    this.#size--
    if (items!.length === 0) this.#items.delete(owner)
  }
}

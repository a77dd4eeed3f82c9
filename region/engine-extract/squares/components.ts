/** Disjoint sets that can be joined and marked (union-find). */
export class Components {
  readonly #parents: number[] = []
  readonly #isMarked: boolean[] = []

  /** Adds an element in a set of its own. */
  add(): number {
    this.#isMarked.push(false)
    return this.#parents.push(this.#parents.length) - 1
  }

  join(a: number, b: number): void {
    const [first, second] = [this.#root(a), this.#root(b)]
    if (first === second) return
    this.#parents[second] = first
    this.#isMarked[first] ||= this.#isMarked[second]!
  }

  /** Marks the whole set of an element. */
  mark(element: number): void {
    this.#isMarked[this.#root(element)] = true
  }

  isMarked(element: number): boolean {
    return this.#isMarked[this.#root(element)]!
  }

  #root(element: number): number {
    let root = element
    while (this.#parents[root] !== root) {
      this.#parents[root] = this.#parents[this.#parents[root]!]!
      root = this.#parents[root]!
    }
    return root
  }
}

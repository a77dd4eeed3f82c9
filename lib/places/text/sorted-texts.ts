/** Keeps texts in the order of their UTF-16 units, to find texts by prefix. */
export class SortedTexts {
  readonly #texts: readonly string[]

  constructor(texts: Iterable<string>) {
    this.#texts = [...new Set(texts)].sort()
  }

  /** Yields the texts that begin with the prefix, in order. */
  *withPrefix(prefix: string): Generator<string> {
    for (let i = this.#firstFrom(prefix); this.#texts[i]?.startsWith(prefix); i++) {
      yield this.#texts[i]!
    }
  }

  hasPrefix(prefix: string): boolean {
    return this.#texts[this.#firstFrom(prefix)]?.startsWith(prefix) ?? false
  }

  /** Returns the index of the first text at or after the given one. */
  #firstFrom(text: string): number {
    let [low, high] = [0, this.#texts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#texts[middle]! < text) low = middle + 1
      else high = middle
    }
    return low
  }
}

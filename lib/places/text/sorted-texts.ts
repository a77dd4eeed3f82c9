/** Texts in the order of their UTF-16 units, to find those that begin with another one. */
export class SortedTexts {
  readonly #texts: readonly string[]

  constructor(texts: Iterable<string>) {
    this.#texts = [...new Set(texts)].sort()
  }

  /** The texts that begin with this one, in order. */
  *withPrefix(prefix: string): Generator<string> {
    for (let i = this.#firstFrom(prefix); this.#texts[i]?.startsWith(prefix); i++) {
      yield this.#texts[i]!
    }
  }

  hasPrefix(prefix: string): boolean {
    return this.#texts[this.#firstFrom(prefix)]?.startsWith(prefix) ?? false
  }

  /** Index of the first text that is not before this one. */
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

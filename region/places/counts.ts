export interface Counted {
  text: string
  count: number
}

/** Counts texts: ids, names, spellings. */
export class Counts {
  readonly #counts = new Map<string, number>()

  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.add(text)
  }

  get size(): number {
    return this.#counts.size
  }

  has(text: string): boolean {
    return this.#counts.has(text)
  }

  add(text: string, count = 1): void {
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + count)
  }

  addAll(other: Counts): void {
    for (const [text, count] of other.#counts) this.add(text, count)
  }

  /** Returns the texts, most frequent first; equally frequent ones in alphabetical order. */
  sorted(): Counted[] {
    return [...this.#counts]
      .map(([text, count]) => ({ text, count }))
      .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
  }

  mostFrequent(): string | undefined {
    return this.sorted()[0]?.text
  }
}

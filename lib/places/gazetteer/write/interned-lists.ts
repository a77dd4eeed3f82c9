import { createUint32Column } from './column.ts'

/** Stores lists of texts that repeat often; each distinct text takes memory once. */
export class InternedLists {
  readonly #texts: string[] = []
  readonly #numbers = new Map<string, number>()
  /** Numbers of the texts in all lists, one list after the other. */
  readonly #items = createUint32Column()
  readonly #ends = createUint32Column()

  push(list: readonly string[]): void {
    for (const text of list) {
      let number = this.#numbers.get(text)
      if (number === undefined) {
        number = this.#texts.push(text) - 1
        this.#numbers.set(text, number)
      }
      this.#items.push(number)
    }
    this.#ends.push(this.#items.length)
  }

  at(index: number): string[] {
    const start = index > 0 ? this.#ends.at(index - 1) : 0
    const length = this.#ends.at(index) - start
    return Array.from({ length }, (_, i) => this.#texts[this.#items.at(start + i)]!)
  }
}

import { uint32Column } from './column.ts'

/** Lists of short texts that repeat often: each text is kept once. */
export class InternedLists {
  readonly #known: string[] = []
  readonly #numbers = new Map<string, number>()
  readonly #lists = uint32Column()
  readonly #ends = uint32Column()

  push(list: readonly string[]): void {
    for (const text of list) {
      let number = this.#numbers.get(text)
      if (number === undefined) {
        number = this.#known.push(text) - 1
        this.#numbers.set(text, number)
      }
      this.#lists.push(number)
    }
    this.#ends.push(this.#lists.length)
  }

  at(index: number): string[] {
    const start = index > 0 ? this.#ends.at(index - 1) : 0
    const length = this.#ends.at(index) - start
    return Array.from({ length }, (_, i) => this.#known[this.#lists.at(start + i)]!)
  }
}

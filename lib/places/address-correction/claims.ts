import type { CorrectedField } from './corrected-address.ts'
import { type AddressInput, type InputWord, textOf } from './input-words.ts'

/** A component of the input, explained by an address of the gazetteer. */
export interface Claim {
  field: CorrectedField
  /** Indexes of its words. */
  words: readonly number[]
  /** As in the input. */
  original: string
  /** As the gazetteer writes it, or as in the input where that has no other. */
  value: string
  /** Differences in corrected letters; see `match-name.ts`. */
  cost: number
  edits: number
}

/** Which words of an input are explained. */
export class Claims {
  readonly input: AddressInput
  readonly byField = new Map<CorrectedField, Claim>()
  readonly #taken = new Set<number>()

  constructor(input: AddressInput) {
    this.input = input
  }

  /** Claims words, and words between them that the value leaves out. */
  add(
    { field, words, ...claim }: Pick<Claim, 'field' | 'words'> & Partial<Claim>,
    extra: readonly number[] = [],
  ): void {
    const original = this.textOf([...words, ...extra])
    const filled = { value: original, cost: 0, edits: 0, ...claim }
    this.byField.set(field, { ...filled, field, words, original })
    for (const index of [...words, ...extra]) this.#taken.add(index)
  }

  readonly isFree = (index: number): boolean =>
    index >= 0 && index < this.input.words.length && !this.#taken.has(index)

  word(index: number): InputWord {
    return this.input.words[index]!
  }

  textOf(indexes: readonly number[]): string {
    return textOf(
      this.input,
      indexes.map((index) => this.word(index)),
    )
  }

  freeIndexes(): number[] {
    return range(0, this.input.words.length).filter(this.isFree)
  }

  /** Free words with a label of the parser, if one of them has a digit. */
  numbersLabelled(label: InputWord['label']): number[] {
    const indexes = this.freeIndexes().filter((index) => this.word(index).label === label)
    return indexes.some((index) => /\d/.test(this.word(index).text)) ? indexes : []
  }

  /** The first run of free words that make a text when joined. */
  runOf(text: string): number[] | undefined {
    for (const first of this.freeIndexes()) {
      let run = ''
      for (let index = first; this.isFree(index) && run.length < text.length; index++) {
        run += this.word(index).text
        if (run === text) return range(first, index + 1)
      }
    }
    return undefined
  }

  /** Free words that stand together between commas and are alike by `kindOf`. */
  freeRuns(kindOf: (index: number) => unknown): number[][] {
    const runs: number[][] = []
    for (const index of this.freeIndexes()) {
      const last = runs.at(-1)
      const before = last?.at(-1)
      const isSame =
        before === index - 1 &&
        this.word(before).segment === this.word(index).segment &&
        kindOf(before) === kindOf(index)
      if (isSame) last!.push(index)
      else runs.push([index])
    }
    return runs
  }
}

export function range(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i)
}

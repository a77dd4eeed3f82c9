import type { CorrectedField } from './corrected-address.ts'
import { type AddressInput, extractText, type InputWord } from './input-words.ts'

/** A component of the input that an address of the gazetteer explains. */
export interface Claim {
  field: CorrectedField
  /** Indexes of its words. */
  words: readonly number[]
  /** As in the input. */
  original: string
  /** As the gazetteer writes it, or as in the input if the gazetteer has no other form. */
  value: string
  /** Cost of the differences, in corrected letters; see `match-name.ts`. */
  cost: number
  edits: number
}

/** Tracks which words of an input are explained. */
export class Claims {
  readonly input: AddressInput
  readonly byField = new Map<CorrectedField, Claim>()
  readonly #taken = new Set<number>()

  constructor(input: AddressInput) {
    this.input = input
  }

  /** Claims words, and words between them that the value omits. */
  add(
    { field, words, ...claim }: Pick<Claim, 'field' | 'words'> & Partial<Claim>,
    extra: readonly number[] = [],
  ): void {
    const original = this.readText([...words, ...extra])
    const filled = { value: original, cost: 0, edits: 0, ...claim }
    this.byField.set(field, { ...filled, field, words, original })
    for (const index of [...words, ...extra]) this.#taken.add(index)
  }

  readonly isFree = (index: number): boolean =>
    index >= 0 && index < this.input.words.length && !this.#taken.has(index)

  word(index: number): InputWord {
    return this.input.words[index]!
  }

  readText(indexes: readonly number[]): string {
    return extractText(
      this.input,
      indexes.map((index) => this.word(index)),
    )
  }

  listFreeIndexes(): number[] {
    return range(0, this.input.words.length).filter(this.isFree)
  }

  /** Finds the free words with a label of the parser. Empty unless one of them contains a digit. */
  findLabelledNumbers(label: InputWord['label']): number[] {
    const indexes = this.listFreeIndexes().filter((index) => this.word(index).label === label)
    return indexes.some((index) => /\d/.test(this.word(index).text)) ? indexes : []
  }

  /** Finds the first run of free words that equals a text when joined. */
  findRun(text: string): number[] | undefined {
    for (const first of this.listFreeIndexes()) {
      let run = ''
      for (let index = first; this.isFree(index) && run.length < text.length; index++) {
        run += this.word(index).text
        if (run === text) return range(first, index + 1)
      }
    }
    return undefined
  }

  /** Groups neighbouring free words of the same segment that have the same `kindOf`. */
  findFreeRuns(classify: (index: number) => unknown): number[][] {
    const runs: number[][] = []
    for (const index of this.listFreeIndexes()) {
      const last = runs.at(-1)
      const before = last?.at(-1)
      const isSame =
        before === index - 1 &&
        this.word(before).segment === this.word(index).segment &&
        classify(before) === classify(index)
      if (isSame) last!.push(index)
      else runs.push([index])
    }
    return runs
  }
}

export function range(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i)
}

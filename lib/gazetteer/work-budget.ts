/**
 * Steps for one text: postings passed and dictionary words compared, some 0.25 µs each. Of 57,000 queries of
 * the tests' query sets, mistyped ones among them, the dearest takes 36,000, one in a thousand over 10,000.
 */
export const maxStepsPerText = 100_000

/** Bounds the work for one text, and with a `parent` that of all the texts of a batch. */
export class WorkBudget {
  #left: number
  readonly #parent: WorkBudget | undefined

  constructor(maxSteps: number, parent?: WorkBudget) {
    this.#left = maxSteps
    this.#parent = parent
  }

  /** Steps that may still be taken. */
  get left(): number {
    return this.#parent ? Math.min(this.#left, this.#parent.left) : this.#left
  }

  get isSpent(): boolean {
    return this.left <= 0
  }

  spend(steps: number): void {
    this.#left -= steps
    this.#parent?.spend(steps)
  }
}

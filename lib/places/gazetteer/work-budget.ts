/**
 * Steps for one text: postings passed and dictionary words compared, about 0.25 µs each. Of the 57,000
 * queries in the tests' query sets, some mistyped, the most expensive takes 36,000 steps; one in a thousand
 * takes over 10,000.
 */
export const maxStepsPerText = 100_000

/** Limits the work for one text. A `parent` limits all texts of a batch together. */
export class WorkBudget {
  #left: number
  readonly #parent: WorkBudget | undefined

  constructor(maxSteps: number, parent?: WorkBudget) {
    this.#left = maxSteps
    this.#parent = parent
  }

  /** Steps left. */
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

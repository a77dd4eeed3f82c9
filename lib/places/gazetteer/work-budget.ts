/**
 * Maximum number of steps for one text. A step passes a posting or compares a dictionary word, about 0.25 µs.
 * The most expensive of the 57,000 queries in the tests' query sets, some mistyped, takes 36,000 steps; one in
 * a thousand takes over 10,000.
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

  /** Number of steps left. */
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

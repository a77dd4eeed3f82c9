import type { FindContext } from './finding.ts'

/**
 * Steps for one text: postings passed and dictionary words compared, some 0.25 µs each. Of 57,000 queries of
 * the tests' query sets, mistyped ones among them, the dearest takes 36,000, one in a thousand over 10,000.
 */
const maxStepsPerText = 100_000

/** Bounds the work for one text, and with a `parent` that of all the texts of a batch. */
export class Effort {
  #left: number
  readonly #parent: Effort | undefined

  constructor(maxSteps: number = maxStepsPerText, parent?: Effort) {
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

/** The context for one text, with a bound of its own below that of its batch; warns when it was reached. */
export async function withinEffort<T>(
  context: FindContext,
  work: (context: FindContext) => Promise<T>,
): Promise<T> {
  const effort = new Effort(maxStepsPerText, context.effort)
  const result = await work({ ...context, effort })
  if (effort.isSpent) context.warn('the text is unlike any place: not all corrections were tried')
  return result
}

/** What reads within a context go by. */
export function readsOf({ signal, effort }: FindContext) {
  return { ...(signal && { signal }), ...(effort && { effort }) }
}

/** Work in many steps: a generator that yields where it may be interrupted, and returns the result. */
export type WorkSteps<T> = Generator<void, T, void>

/** Runs work without a pause, for short work and for callers with a process of their own. */
export function runAtOnce<T>(steps: WorkSteps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Runs work, sync or async, and counts its milliseconds to a stage of the call's `server-timing`. */
export type Timed = <T>(stage: string, work: () => T) => T

/** Runs work where nobody wants its time. */
export const untimed: Timed = (_stage, work) => work()

/** A {@link Timed} that reports to `record` when work has succeeded. */
export function timer(record: (stage: string, milliseconds: number) => void): Timed {
  return <T>(stage: string, work: () => T): T => {
    const startedAt = performance.now()
    const succeed = <V>(value: V): V => {
      record(stage, performance.now() - startedAt)
      return value
    }
    const result = work()
    return result instanceof Promise ? (result.then(succeed) as T) : succeed(result)
  }
}

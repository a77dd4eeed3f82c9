/** Runs work, sync or async, and adds its milliseconds to a stage of the call's `server-timing`. */
export type Timed = <T>(stage: string, work: () => T) => T

/** Runs work without measuring its time. */
export const untimed: Timed = (_stage, work) => work()

/** Makes a {@link Timed} that reports to `record` when work has succeeded. */
export function makeTimer(record: (stage: string, milliseconds: number) => void): Timed {
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

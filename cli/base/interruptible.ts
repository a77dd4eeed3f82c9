import { type Progress, showProgress } from '#platform/progress'

/** 128 and the number of the signal, as shells report it. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * Runs long work with progress on stderr. The first Ctrl-C or SIGTERM aborts the work, which then cleans up; the same
 * signal again ends the process at once.
 *
 * @param stopError Builds the abort reason from the name of the signal.
 */
export async function runInterruptible<T>(
  work: (options: { progress: Progress; signal: AbortSignal }) => Promise<T>,
  stopError: (signalName: string) => Error,
): Promise<T> {
  const abort = new AbortController()
  const { progress, stop } = showProgress(process.stderr)
  for (const [signalName, exitCode] of Object.entries(exitCodes))
    process.once(signalName, () => {
      process.once(signalName, () => process.exit(exitCode))
      process.exitCode = exitCode
      abort.abort(stopError(signalName))
    })
  try {
    return await work({ progress, signal: abort.signal })
  } finally {
    stop()
  }
}

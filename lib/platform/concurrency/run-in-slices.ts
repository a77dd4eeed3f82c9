import type { WorkSteps } from './steps.ts'
import { pause } from './time-slice.ts'

/**
 * Runs work with pauses, so that it does not block the event loop.
 *
 * @throws the signal's reason when it is aborted.
 */
export async function runInSlices<T>(steps: WorkSteps<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await pause(signal)
  }
}

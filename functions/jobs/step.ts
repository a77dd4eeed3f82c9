import type { JobContext } from '#places/jobs'
import { installErrorMessages } from '#platform/api'
import { ApiError } from '#platform/errors'
import { openJobContext } from './job-context.ts'

// Rows, and the request beside a dropped file, are refused with the API's messages.
installErrorMessages()

/** Thrown for a transient fault; the state machine tries the step again. */
export class StepUnavailable extends Error {
  override readonly name = 'StepUnavailable'
}

const transientCodes = ['service_unavailable', 'gateway_timeout', 'too_many_requests']

/**
 * Makes the function of a step, which opens the context and runs the step. Lambda reports the name of an error, and
 * the state machine decides by that name whether to try again.
 */
export function step<Input, Output>(run: (input: Input, context: JobContext) => Promise<Output>) {
  const handler = async (input: Input): Promise<Output> => {
    try {
      return await run(input, await openJobContext())
    } catch (error) {
      if (!(error instanceof ApiError) || !transientCodes.includes(error.code)) throw error
      throw new StepUnavailable(error.message, { cause: error })
    }
  }
  /** Opens the stores in advance of the first call. */
  const warm = async (): Promise<void> => {
    await openJobContext()
  }
  return Object.assign(handler, { warm })
}

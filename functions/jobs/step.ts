import { installErrorMessages } from '../../lib/api/index.ts'
import { ApiError } from '../../lib/errors/index.ts'
import type { JobContext } from '../../lib/jobs/index.ts'
import { openJobContext } from './job-context.ts'

// Rows and the request beside a dropped file are refused in the words of the API.
installErrorMessages()

/** Passes by itself: the state machine tries the step again. */
export class StepUnavailable extends Error {
  override readonly name = 'StepUnavailable'
}

const passing = ['service_unavailable', 'gateway_timeout', 'too_many_requests']

/**
 * Makes the function of a step: it opens what the step works with and runs it. Lambda reports the name of an
 * error, by which the state machine decides whether to try again.
 */
export function step<Input, Output>(run: (input: Input, context: JobContext) => Promise<Output>) {
  const handler = async (input: Input): Promise<Output> => {
    try {
      return await run(input, await openJobContext())
    } catch (error) {
      if (!(error instanceof ApiError) || !passing.includes(error.code)) throw error
      throw new StepUnavailable(error.message, { cause: error })
    }
  }
  /** Opens the stores ahead of the first call. */
  const warm = async (): Promise<void> => {
    await openJobContext()
  }
  return Object.assign(handler, { warm })
}

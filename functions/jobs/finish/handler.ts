import { type FinishInput, finish } from '#places/jobs'
import { step } from '../step.ts'
import { type FailedRunEvent, isFailedRun, toFinishInput } from './failed-run.ts'

/**
 * The last step: charges for the answered rows and releases the rest of the hold. The rule on failed, timed out
 * and aborted runs calls it with the event.
 */
export const handler = step((input: FinishInput | FailedRunEvent, context) =>
  finish(isFailedRun(input) ? toFinishInput(input) : input, context),
)

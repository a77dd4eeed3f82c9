import { type FinishInput, finish } from '../../../lib/jobs/index.ts'
import { step } from '../step.ts'
import { type FailedRunEvent, finishInputOf, isFailedRun } from './failed-run.ts'

/**
 * The last step: charges for the answered rows and releases the rest. Also called by the rule on runs that
 * failed, timed out or were aborted, with the event.
 */
export const handler = step((input: FinishInput | FailedRunEvent, context) =>
  finish(isFailedRun(input) ? finishInputOf(input) : input, context),
)

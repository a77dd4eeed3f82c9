import { merge } from '../../../lib/jobs/index.ts'
import { step } from '../step.ts'

/** Makes one file of the parts. */
export const handler = step(merge)

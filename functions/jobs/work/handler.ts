import { work } from '../../../lib/jobs/index.ts'
import { step } from '../step.ts'

/** Geocodes the rows of one chunk. */
export const handler = step(work)

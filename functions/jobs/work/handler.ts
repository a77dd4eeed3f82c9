import { work } from '#places/jobs'
import { step } from '../step.ts'

/** Geocodes the rows of one chunk. */
export const handler = step(work)

import { merge } from '#places/jobs'
import { step } from '../step.ts'

/** Makes one file of the parts. */
export const handler = step(merge)

import { merge } from '#places/jobs'
import { step } from '../step.ts'

/** Joins the parts into one file. */
export const handler = step(merge)

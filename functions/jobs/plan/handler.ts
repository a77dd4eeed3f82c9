import { plan } from '#places/jobs'
import { step } from '../step.ts'

/** The first step: reads the file, sets the price aside and writes the chunks. */
export const handler = step(plan)

import * as z from 'zod'
import { wholeParameter } from '#places/search/schemas'

/** Maximum jobs per page. */
const maxPage = 100

export const JobParameters = z
  .object({
    job_id: z.string().max(100).meta({ description: 'The job.' }),
  })
  .meta({ id: 'JobParameters' })

export const JobListRequest = z
  .object({
    limit: wholeParameter(1, maxPage)
      .default(20)
      .meta({ description: 'Most jobs.', override: { default: 20 } }),
    before: z.string().max(100).optional().meta({
      description: 'Only jobs older than this one: `next` of the page before.',
    }),
  })
  .meta({ id: 'JobListRequest' })

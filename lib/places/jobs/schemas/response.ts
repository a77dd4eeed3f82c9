import * as z from 'zod'
import { jobStates } from '../states.ts'

const JobIdText = z.string().meta({
  description: 'Jobs sort by their ids in the order of their creation.',
  example: 'job_01kamb3n4v7q2m9x0c5d8e1f6g',
})

const time = (description: string) => z.iso.datetime().meta({ description })
const count = (description: string) => z.int().min(0).meta({ description })

const State = z.enum(jobStates).meta({
  id: 'JobState',
  description:
    '`awaiting_upload`, `planning` (the file is read and the price set aside), `payment_required` ' +
    '(waits up to 7 days for a top-up, then goes on by itself), `running`, `merging`, and the ends ' +
    '`succeeded`, `failed`, `cancelled`.',
})

const price = z.string().regex(/^\d+(\.\d+)?$/)

export const JobCreated = z
  .object({
    job_id: JobIdText,
    state: State,
    upload: z
      .object({
        method: z.enum(['POST', 'PUT']),
        url: z.string(),
        fields: z.record(z.string(), z.string()).optional().meta({
          description: 'Form fields that come before the field `file` (multipart/form-data).',
        }),
        headers: z.record(z.string(), z.string()).optional().meta({
          description: 'Headers of a PUT of the bytes.',
        }),
        expires_at: time('The upload is refused afterwards.'),
        max_bytes: count('A larger file is refused.'),
      })
      .meta({ description: 'Where to send the file. It needs no key.' }),
    price_usd_per_row: price.meta({
      description: 'USD for each row that is answered, matched or not. Failed rows cost nothing.',
      example: '0.0002',
    }),
  })
  .meta({ id: 'JobCreated' })

export type JobCreated = z.output<typeof JobCreated>

export const JobStatus = z
  .object({
    job_id: JobIdText,
    state: State,
    file: z.string().optional().meta({ description: 'Name of the file, where it was dropped.' }),
    counts: z.object({
      total: count('Rows of the file; 0 until it has been read.'),
      matched: count('Rows with a place.'),
      unmatched: count('Rows that were searched and have no place.'),
      failed: count('Rows that could not be searched; they cost nothing.'),
    }),
    progress: z.number().min(0).max(1).meta({ description: 'Share of the rows that are done.' }),
    charged_usd: price.meta({ description: 'What was charged: 0 until the job has succeeded.' }),
    created_at: time('When the job was created.'),
    finished_at: time('When the job ended.').optional(),
    error: z
      .object({
        error: z.string(),
        message: z.string(),
        line: z.int().min(1).optional().meta({ description: 'Line of the file, from 1.' }),
      })
      .optional()
      .meta({ description: 'Why the job failed, or what it waits for.' }),
    result: z
      .object({
        url: z.string().meta({ description: 'Where the result is. It needs no key.' }),
        bytes: count('Size of the result.'),
        sha256: z.string().meta({ description: 'In hex.' }),
        expires_at: time('The URL is refused afterwards; ask again for another.'),
      })
      .optional(),
  })
  .meta({ id: 'JobStatus' })

export type JobStatus = z.output<typeof JobStatus>

export const JobList = z
  .object({
    // Has its own id, because a job that is returned as a response also has warnings.
    jobs: z
      .array(z.object(JobStatus.shape).meta({ id: 'ListedJob' }))
      .meta({ description: 'Newest first.' }),
    next: z.string().optional().meta({
      description: 'The parameter `before` for the next page; absent on the last.',
    }),
  })
  .meta({ id: 'JobList' })

export type JobList = z.output<typeof JobList>

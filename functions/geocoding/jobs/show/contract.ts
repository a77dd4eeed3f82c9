import { JobParameters, JobStatus } from '#places/jobs/schemas'
import { microdollars, operation } from '../../../../lib/platform/api/operation.ts'

export const showJob = operation({
  id: 'geocoding/jobs/show',
  method: 'GET',
  path: '/v1/geocoding/jobs/{job_id}',
  summary: 'State of a batch job',
  description:
    'State, rows by outcome and progress of a job; for a job that has succeeded the URL of its result, ' +
    'made anew by each call.',
  price: microdollars(0),
  needs: ['jobs'],
  input: JobParameters,
  output: JobStatus,
  errors: ['not_found'],
  examples: [],
})

import { JobParameters, JobStatus } from '#places/jobs/schemas'
import { microdollars, operation } from '../../../../lib/platform/api/operation.ts'

export const cancelJob = operation({
  id: 'geocoding/jobs/cancel',
  method: 'DELETE',
  path: '/v1/geocoding/jobs/{job_id}',
  summary: 'Cancel a batch job',
  description:
    'Stops a job and returns the amount set aside: nothing is charged and there is no result. A job that ' +
    'has ended stays as it is, and is the answer.',
  price: microdollars(0),
  needs: ['jobs'],
  input: JobParameters,
  output: JobStatus,
  errors: ['not_found'],
  examples: [],
})

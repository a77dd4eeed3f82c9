import { JobList, JobListRequest } from '#places/jobs/schemas'
import { microdollars, operation } from '../../../../lib/platform/api/operation.ts'

export const listJobs = operation({
  id: 'geocoding/jobs/list',
  method: 'GET',
  path: '/v1/geocoding/jobs',
  summary: 'Batch jobs of the account',
  description:
    'The jobs of the last 30 days, newest first, a page at a time. Ask for a job by itself to get the URL ' +
    'of its result.',
  price: microdollars(0),
  needs: ['jobs'],
  input: JobListRequest,
  output: JobList,
  errors: [],
  examples: [{ name: 'newest', summary: 'The newest jobs', request: { limit: '5' } }],
})

import { endpoint } from '../../../../lib/api/index.ts'
import { listJobs as list, openJobs } from '../../../../lib/jobs/index.ts'
import { listJobs } from './contract.ts'

export const handler = endpoint(listJobs, { jobs: openJobs }, (request, { jobs, caller }) =>
  list(jobs, caller.accountId, request),
)

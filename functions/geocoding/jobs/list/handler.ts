import { listJobs as list, openJobs } from '#places/jobs'
import { endpoint } from '#platform/api'
import { listJobs } from './contract.ts'

export const handler = endpoint(listJobs, { jobs: openJobs }, (request, { jobs, caller }) =>
  list(jobs, caller.accountId, request),
)

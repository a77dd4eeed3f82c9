import { describeJob, findJob, openJobs } from '#places/jobs'
import { endpoint } from '#platform/api'
import { getJobFiles } from '../../../jobs/job-files.ts'
import { showJob } from './contract.ts'

export const handler = endpoint(
  showJob,
  { jobs: openJobs, files: getJobFiles },
  async ({ job_id: jobId }, { jobs, files, caller: { accountId } }) =>
    describeJob(await findJob(jobs, { accountId, jobId }), files),
)

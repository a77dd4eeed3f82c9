import { endpoint } from '../../../../lib/api/index.ts'
import { describeJob, findJob, openJobs } from '../../../../lib/jobs/index.ts'
import { jobFiles } from '../../../jobs/job-files.ts'
import { showJob } from './contract.ts'

export const handler = endpoint(
  showJob,
  { jobs: openJobs, files: jobFiles },
  async ({ job_id: jobId }, { jobs, files, caller: { accountId } }) =>
    describeJob(await findJob(jobs, { accountId, jobId }), files),
)

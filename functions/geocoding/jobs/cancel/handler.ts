import { openAccounts } from '../../../../lib/accounts/index.ts'
import { endpoint } from '../../../../lib/api/index.ts'
import { cancelJob as cancel, openJobs, summarizeJob } from '../../../../lib/jobs/index.ts'
import { cancelJob } from './contract.ts'

export const handler = endpoint(
  cancelJob,
  { jobs: openJobs, accounts: openAccounts },
  async ({ job_id: jobId }, { jobs, accounts, caller: { accountId } }) =>
    summarizeJob(await cancel({ accountId, jobId }, { jobs, accounts })),
)

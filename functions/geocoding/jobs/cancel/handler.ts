import { cancelJob as cancel, openJobs, summarizeJob } from '#places/jobs'
import { openAccounts } from '#platform/accounts'
import { endpoint } from '#platform/api'
import { cancelJob } from './contract.ts'

export const handler = endpoint(
  cancelJob,
  { jobs: openJobs, accounts: openAccounts },
  async ({ job_id: jobId }, { jobs, accounts, caller: { accountId } }) =>
    summarizeJob(await cancel({ accountId, jobId }, { jobs, accounts })),
)

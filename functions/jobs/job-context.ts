import { type JobContext, openJobs } from '#places/jobs'
import { openAccounts } from '#platform/accounts'
import { logger } from '#platform/api'
import { listServedRegions } from '../served-regions.ts'
import { getJobFiles } from './job-files.ts'
import { listCurrentBuilds, openPinnedGazetteers } from './pinned-gazetteer.ts'
import { pricePerRow } from './price.ts'

/** Opens the context of the steps in this process. The stores are shared, so opening them again is free. */
export async function openJobContext(): Promise<JobContext> {
  const [jobs, files, accounts] = await Promise.all([openJobs(), getJobFiles(), openAccounts()])
  return {
    jobs,
    files,
    accounts,
    region: listServedRegions().join(),
    currentBuild: listCurrentBuilds,
    openPlaces: openPinnedGazetteers,
    pricePerRow,
    onFault: ({ jobId, error }) =>
      logger.error('a row of a job failed', { jobId, error: error as Error }),
  }
}

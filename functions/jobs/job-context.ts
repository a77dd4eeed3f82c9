import { type JobContext, openJobs } from '#places/jobs'
import { openAccounts } from '#platform/accounts'
import { logger } from '#platform/api'
import { servedRegions } from '../served-regions.ts'
import { jobFiles } from './job-files.ts'
import { currentBuilds, pinnedGazetteers } from './pinned-gazetteer.ts'
import { pricePerRow } from './price.ts'

/** The context of the steps in this process. The stores are shared; opening them again costs nothing. */
export async function openJobContext(): Promise<JobContext> {
  const [jobs, files, accounts] = await Promise.all([openJobs(), jobFiles(), openAccounts()])
  return {
    jobs,
    files,
    accounts,
    region: servedRegions().join(),
    currentBuild: currentBuilds,
    openPlaces: pinnedGazetteers,
    pricePerRow,
    onFault: ({ jobId, error }) =>
      logger.error('a row of a job failed', { jobId, error: error as Error }),
  }
}

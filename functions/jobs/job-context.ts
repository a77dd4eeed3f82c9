import { openAccounts } from '../../lib/accounts/index.ts'
import { logger } from '../../lib/api/index.ts'
import { type JobContext, openJobs } from '../../lib/jobs/index.ts'
import { openJobFiles } from '../../lib/storage/index.ts'
import { currentBuild, pinnedGazetteer } from './pinned-gazetteer.ts'
import { pricePerRow } from './price.ts'

let files: { place: string; opening: ReturnType<typeof openJobFiles> } | undefined

/** The files of this environment, with one client for all calls of a function. */
function sharedFiles() {
  const { CAIRN_JOBS_BUCKET, CAIRN_HOME } = process.env
  const place = JSON.stringify([CAIRN_JOBS_BUCKET, CAIRN_HOME])
  if (files?.place !== place) files = { place, opening: openJobFiles() }
  return files.opening
}

/** What the steps of jobs work with in this process. The stores are shared; opening them again costs nothing. */
export async function openJobContext(): Promise<JobContext> {
  const [jobs, files, accounts] = await Promise.all([openJobs(), sharedFiles(), openAccounts()])
  return {
    jobs,
    files,
    accounts,
    currentBuild,
    openPlaces: pinnedGazetteer,
    pricePerRow,
    onFault: ({ jobId, error }) =>
      logger.error('a row of a job failed', { jobId, error: error as Error }),
  }
}

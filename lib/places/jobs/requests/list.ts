import type { JobList } from '../schemas/index.ts'
import type { JobStore } from '../store.ts'
import { summarizeJob } from './describe.ts'

/**
 * Lists a page of the account's jobs, newest first, without results: only a single job includes the URL of its result.
 */
export async function listJobs(
  jobs: Pick<JobStore, 'list'>,
  accountId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<JobList> {
  const page = await jobs.list(accountId, { limit: limit + 1, ...(before && { before }) })
  const shown = page.slice(0, limit)
  return {
    jobs: shown.map(summarizeJob),
    ...(page.length > limit && { next: shown.at(-1)!.jobId }),
  }
}

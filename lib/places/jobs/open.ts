import { join } from 'node:path'
import { OpenOnce } from '#platform/concurrency'
import { locateHome } from '#platform/home'
import type { LocalJobStore } from './local/index.ts'
import type { JobStore } from './store.ts'

const stores = new OpenOnce<JobStore>()

/**
 * Opens the job store of this process: the DynamoDB table `CAIRN_JOBS_TABLE` if that is set, else the file `jobs.db`
 * under `CAIRN_HOME`. All calls share it until it is closed. Throws `ApiError` `service_unavailable` when it cannot be
 * opened; the next call tries again.
 */
export function openJobs(env: NodeJS.ProcessEnv = process.env): Promise<JobStore> {
  const table = env.CAIRN_JOBS_TABLE
  return table ? stores.open(`table ${table}`, () => openTable(table)) : openLocalJobs(env)
}

/** Opens the jobs file under `CAIRN_HOME`, with leases for runners. Shared with {@link openJobs}. */
export function openLocalJobs(env: NodeJS.ProcessEnv = process.env): Promise<LocalJobStore> {
  const path = locateFile(env)
  return stores.open(`file ${path}`, () => openFile(path))
}

/**
 * Checks the jobs file under `CAIRN_HOME` before a server starts; does nothing for a table.
 *
 * @throws Error whose message names the fault of the file and the remedy.
 */
export async function checkJobsFile(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  if (env.CAIRN_JOBS_TABLE) return
  const { findDamage } = await import('./local/index.ts')
  const damage = findDamage(locateFile(env))
  if (damage) throw damage
}

function locateFile(env: NodeJS.ProcessEnv): string {
  return join(locateHome(env), 'jobs.db')
}

// Loaded on demand to save start-up time: a laptop does not need the AWS SDK, nor a function SQLite.
async function openTable(table: string): Promise<JobStore> {
  const { openTableJobs } = await import('./aws/index.ts')
  return openTableJobs({ table })
}

async function openFile(path: string): Promise<LocalJobStore> {
  const local = await import('./local/index.ts')
  return local.openLocalJobs(path)
}

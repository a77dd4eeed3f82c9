import { join } from 'node:path'
import { OpenOnce } from '#platform/concurrency'
import { cairnHome } from '#platform/home'
import type { LocalJobStore } from './local/index.ts'
import type { JobStore } from './store.ts'

const stores = new OpenOnce<JobStore>()

/**
 * The jobs of this process: the DynamoDB table `CAIRN_JOBS_TABLE`, or without one the file `jobs.db` under
 * `CAIRN_HOME`. Opened on the first call and shared by all others until it is closed. Throws
 * `ApiError` `service_unavailable` when it cannot be opened, and tries again on the next call.
 */
export function openJobs(env: NodeJS.ProcessEnv = process.env): Promise<JobStore> {
  const table = env.CAIRN_JOBS_TABLE
  return table ? stores.open(`table ${table}`, () => openTable(table)) : openLocalJobs(env)
}

/** The jobs file under `CAIRN_HOME`, with leases for runners; shared with {@link openJobs}. */
export function openLocalJobs(env: NodeJS.ProcessEnv = process.env): Promise<LocalJobStore> {
  const path = fileIn(env)
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
  const damage = findDamage(fileIn(env))
  if (damage) throw damage
}

function fileIn(env: NodeJS.ProcessEnv): string {
  return join(cairnHome(env), 'jobs.db')
}

// Loaded on demand: the AWS SDK costs a laptop, and SQLite a function, start-up time.
async function openTable(table: string): Promise<JobStore> {
  const { openTableJobs } = await import('./aws/index.ts')
  return openTableJobs({ table })
}

async function openFile(path: string): Promise<LocalJobStore> {
  const local = await import('./local/index.ts')
  return local.openLocalJobs(path)
}

import { join } from 'node:path'
import { OpenOnce } from '#platform/concurrency'
import { cairnHome } from '#platform/home'
import type { AccountStore, Ledger } from './port.ts'

const stores = new OpenOnce<AccountStore>()

/**
 * The account store of this process: the DynamoDB table `CAIRN_TABLE`, or without one the file
 * `accounts.db` under `CAIRN_HOME`. Opened on the first call and shared by all others until
 * it is closed. Throws `ApiError` `service_unavailable` when it cannot be opened, and tries again on
 * the next call.
 */
export function openAccounts(env: NodeJS.ProcessEnv = process.env): Promise<AccountStore> {
  const table = env.CAIRN_TABLE
  if (table) return stores.open(`table ${table}`, () => openTable(table))
  const path = fileIn(env)
  return stores.open(`file ${path}`, () => openFile(path))
}

/**
 * Checks the accounts file under `CAIRN_HOME` before a server starts; does nothing for a table.
 *
 * @throws Error whose message names the fault of the file and the remedy.
 */
export async function checkAccountsFile(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  if (env.CAIRN_TABLE) return
  const { findDamage } = await import('./local/index.ts')
  const damage = findDamage(fileIn(env))
  if (damage) throw damage
}

function fileIn(env: NodeJS.ProcessEnv): string {
  return join(cairnHome(env), 'accounts.db')
}

/** The ledger in the table `CAIRN_TABLE`, for the function on the table's stream. */
export async function openLedger(env: NodeJS.ProcessEnv = process.env): Promise<Ledger> {
  if (!env.CAIRN_TABLE) throw new Error('CAIRN_TABLE names no table')
  const { openTableLedger } = await import('./aws/index.ts')
  return openTableLedger({ table: env.CAIRN_TABLE })
}

// Loaded on demand: the AWS SDK costs a laptop, and SQLite a function, start-up time.
async function openTable(table: string): Promise<AccountStore> {
  const { openTableAccounts } = await import('./aws/index.ts')
  return openTableAccounts({ table })
}

async function openFile(path: string): Promise<AccountStore> {
  const { openLocalAccounts } = await import('./local/index.ts')
  return openLocalAccounts(path)
}

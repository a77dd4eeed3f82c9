import { join } from 'node:path'
import { OpenOnce } from '#platform/concurrency'
import { locateHome } from '#platform/home'
import type { AccountStore, Ledger } from './port.ts'

const stores = new OpenOnce<AccountStore>()

/**
 * Opens the account store of this process: the DynamoDB table `CAIRN_TABLE`, or without one the file `accounts.db`
 * under `CAIRN_HOME`. It is opened on the first call and shared by all others until it is closed. Throws `ApiError`
 * `service_unavailable` when it cannot be opened; the next call then tries again.
 */
export function openAccounts(env: NodeJS.ProcessEnv = process.env): Promise<AccountStore> {
  const table = env.CAIRN_TABLE
  if (table) return stores.open(`table ${table}`, () => openTable(table))
  const path = locateAccountsFile(env)
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
  const damage = findDamage(locateAccountsFile(env))
  if (damage) throw damage
}

function locateAccountsFile(env: NodeJS.ProcessEnv): string {
  return join(locateHome(env), 'accounts.db')
}

/** Opens the ledger in the table `CAIRN_TABLE`, for the function on the table's stream. */
export async function openLedger(env: NodeJS.ProcessEnv = process.env): Promise<Ledger> {
  if (!env.CAIRN_TABLE) throw new Error('CAIRN_TABLE names no table')
  const { openTableLedger } = await import('./aws/index.ts')
  return openTableLedger({ table: env.CAIRN_TABLE })
}

// The adapters are loaded on demand: the AWS SDK would slow the start on a laptop, and SQLite the start of a
// function.
async function openTable(table: string): Promise<AccountStore> {
  const { openTableAccounts } = await import('./aws/index.ts')
  return openTableAccounts({ table })
}

async function openFile(path: string): Promise<AccountStore> {
  const { openLocalAccounts } = await import('./local/index.ts')
  return openLocalAccounts(path)
}

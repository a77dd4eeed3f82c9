import { findPayingKey } from '#places/jobs'
import { type AccountStore, openAccounts } from '#platform/accounts'
import { cairnCommand, locateHome } from '#platform/home'

/** The demo account, which is created when it is missing. */
export const demoAccount = 'demo'

/**
 * Returns the id of the oldest active key of an account, which pays for jobs of the command line.
 *
 * @throws Error with the command that creates a key, when the account has none.
 */
export async function findPayingKeyId(accounts: AccountStore, accountId: string): Promise<string> {
  if (accountId === demoAccount && !process.env.CAIRN_TABLE) {
    const { ensureDemoKey } = await import('../../infra/local/demo-key.ts')
    await ensureDemoKey(locateHome(), accounts)
  }
  const key = await findPayingKey(accounts, accountId)
  if (key?.state === 'active') return key.keyId
  throw new Error(
    `Account ${accountId} has no active key; create one: ${cairnCommand} keys create --account ${accountId} --balance 5.00`,
  )
}

/** Runs work with the account store, which is closed afterwards. */
export async function withAccounts<T>(work: (accounts: AccountStore) => Promise<T>): Promise<T> {
  const accounts = await openAccounts()
  try {
    return await work(accounts)
  } finally {
    accounts.close()
  }
}

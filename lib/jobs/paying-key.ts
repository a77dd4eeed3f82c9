import type { AccountStore, KeyRecord } from '../accounts/index.ts'
import { ApiError } from '../errors/index.ts'

/**
 * The key that pays for a job without a caller: the oldest active one of the account, without one the oldest,
 * whose state then refuses the hold. `undefined` for an unknown account and for one without keys.
 */
export async function payingKey(
  accounts: AccountStore,
  accountId: string,
): Promise<KeyRecord | undefined> {
  try {
    if (!(await accounts.getAccount(accountId))) return undefined
    const keys = await accounts.listKeys(accountId)
    return keys.find(({ state }) => state === 'active') ?? keys[0]
  } catch (error) {
    // The name of a folder may be no account id.
    if (error instanceof ApiError && error.status < 500) return undefined
    throw error
  }
}

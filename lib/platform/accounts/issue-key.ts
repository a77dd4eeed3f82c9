import { hashKey, makeHint, makeKey } from './keys.ts'
import type { Account, AccountStore, Microdollars } from './port.ts'

/** A new key, which from now on only its holder knows. */
export interface IssuedKey {
  key: string
  keyId: string
  account: Account
}

/**
 * Makes a key for an account, and creates the account if it does not exist. The amount is the opening balance of a
 * new account, or a top-up of an existing one.
 */
export async function issueKey(
  store: AccountStore,
  { accountId, amount }: { accountId?: string | undefined; amount: Microdollars },
): Promise<IssuedKey> {
  const existing = accountId === undefined ? undefined : await store.getAccount(accountId)
  const account =
    existing ?? (await store.createAccount({ ...(accountId && { accountId }), balance: amount }))
  const key = makeKey()
  const hashed = { keySha256: hashKey(key), hint: makeHint(key) }
  // Add the key before the top-up: a run that fails in between can then be repeated without paying twice.
  const { keyId } = await store.addKey({ accountId: account.accountId, ...hashed })
  const isTopUp = existing !== undefined && amount > 0
  return { key, keyId, account: isTopUp ? await store.topUp(account.accountId, amount) : account }
}

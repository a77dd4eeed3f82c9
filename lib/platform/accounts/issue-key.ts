import { keyHint, keySha256, newKey } from './keys.ts'
import type { Account, AccountStore, Microdollars } from './port.ts'

/** A new key, which only its holder knows from then on. */
export interface IssuedKey {
  key: string
  keyId: string
  account: Account
}

/**
 * Makes a key for an account, which is created when there is none of this id. The amount is the opening balance
 * of a new account, else a top-up.
 */
export async function issueKey(
  store: AccountStore,
  { accountId, amount }: { accountId?: string | undefined; amount: Microdollars },
): Promise<IssuedKey> {
  const existing = accountId === undefined ? undefined : await store.getAccount(accountId)
  const account =
    existing ?? (await store.createAccount({ ...(accountId && { accountId }), balance: amount }))
  const key = newKey()
  const hashed = { keySha256: keySha256(key), hint: keyHint(key) }
  // The key before the top-up: a run that fails in between can be repeated without paying twice.
  const { keyId } = await store.addKey({ accountId: account.accountId, ...hashed })
  const isTopUp = existing !== undefined && amount > 0
  return { key, keyId, account: isTopUp ? await store.topUp(account.accountId, amount) : account }
}

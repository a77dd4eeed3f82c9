import { type AccountStore, type KeyRecord, keyRefusal } from '#platform/accounts'
import { ApiError } from '#platform/errors'
import type { Job } from './job.ts'
import { JobError } from './job-error.ts'

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

/**
 * Every step of a job asks this before its work.
 *
 * @throws JobError `forbidden` when the key that pays was suspended, revoked or deleted.
 */
export async function requirePayingKey(
  accounts: Pick<AccountStore, 'keyState'>,
  { accountId, keyId }: Pick<Job, 'accountId' | 'keyId'>,
): Promise<void> {
  const refusal = keyRefusal(await accounts.keyState({ accountId, keyId }))
  if (refusal) throw keyRefused(refusal)
}

/** The failure of a job whose key may not pay, with the sentence that a call with the key would get. */
export function keyRefused(reason: string): JobError {
  return new JobError({
    error: 'forbidden',
    message: `The job cannot be paid for: ${reason}.`,
  })
}

import { type AccountStore, describeKeyRefusal, type KeyRecord } from '#platform/accounts'
import { ApiError } from '#platform/errors'
import type { Job } from './job.ts'
import { JobError } from './job-error.ts'

/**
 * Finds the API key that pays for a job without a caller: the oldest active key of the account. Without an active key,
 * returns the oldest key, whose state then refuses the hold. Returns `undefined` for an unknown account and for an
 * account without keys.
 */
export async function findPayingKey(
  accounts: AccountStore,
  accountId: string,
): Promise<KeyRecord | undefined> {
  try {
    if (!(await accounts.getAccount(accountId))) return undefined
    const keys = await accounts.listKeys(accountId)
    return keys.find(({ state }) => state === 'active') ?? keys[0]
  } catch (error) {
    // A folder name may not be an account id.
    if (error instanceof ApiError && error.status < 500) return undefined
    throw error
  }
}

/**
 * Checks the paying key. Every step of a job calls this before its work.
 *
 * @throws JobError `forbidden` when the paying key was suspended, revoked or deleted.
 */
export async function requirePayingKey(
  accounts: Pick<AccountStore, 'keyState'>,
  { accountId, keyId }: Pick<Job, 'accountId' | 'keyId'>,
): Promise<void> {
  const refusal = describeKeyRefusal(await accounts.keyState({ accountId, keyId }))
  if (refusal) throw keyRefused(refusal)
}

/** Makes the error for a job whose key may not pay. `reason` is the message that a call with the key would receive. */
export function keyRefused(reason: string): JobError {
  return new JobError({
    error: 'forbidden',
    message: `The job cannot be paid for: ${reason}.`,
  })
}

import type { AccountStore } from '#platform/accounts'
import { ApiError } from '#platform/errors'
import type { JobId } from './store.ts'

/** The hold that pays for a job. */
export function holdIdOf(jobId: string): string {
  return `hold_${jobId}`
}

/**
 * Hours after which the hold of a job expires: a run has 24 hours for its chunks and two for merging and
 * charging.
 */
export const holdHours = 26

/** Days that a job waits until its price can be held. */
export const paymentDays = 7

/** Returns the hold of a job that charges nothing, if it has one. */
export async function releaseHold(
  accounts: Pick<AccountStore, 'release'>,
  { accountId, jobId }: JobId,
): Promise<void> {
  try {
    await accounts.release({ accountId, holdId: holdIdOf(jobId) })
  } catch (error) {
    // There is no hold, or it is closed already.
    const isClosed = error instanceof ApiError && ['not_found', 'bad_request'].includes(error.code)
    if (!isClosed) throw error
  }
}

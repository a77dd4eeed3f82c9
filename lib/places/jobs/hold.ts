import type { AccountStore } from '#platform/accounts'
import { ApiError } from '#platform/errors'
import type { JobId } from './store.ts'

/** Returns the id of the hold that pays for a job. */
export function makeHoldId(jobId: string): string {
  return `hold_${jobId}`
}

/** Hours until the hold of a job expires: 24 for the chunks of a run, 2 for merging and charging. */
export const holdHours = 26

/** Maximum days that a job waits for a balance that covers its price. */
export const paymentDays = 7

/** Releases the hold of a job, if it has one. Nothing is charged. */
export async function releaseHold(
  accounts: Pick<AccountStore, 'release'>,
  { accountId, jobId }: JobId,
): Promise<void> {
  try {
    await accounts.release({ accountId, holdId: makeHoldId(jobId) })
  } catch (error) {
    // The hold does not exist or is already closed.
    const isClosed = error instanceof ApiError && ['not_found', 'bad_request'].includes(error.code)
    if (!isClosed) throw error
  }
}

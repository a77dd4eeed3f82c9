import { ApiError } from '#platform/errors'
import type { Charge, Hold, Microdollars, RateLimit } from './port.ts'

/** Checks of both adapters before they use their store. */

export function checkAccountId(accountId: string): void {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(accountId)) {
    throw new ApiError(
      'bad_request',
      `"${accountId}" is not an account id: 1 to 64 letters, digits, "_" or "-".`,
    )
  }
}

export function checkGrant(grant: string): void {
  if (!/^[a-z][a-z0-9-]{0,63}$/.test(grant)) {
    throw new ApiError(
      'bad_request',
      `"${grant}" is not a grant: 1 to 64 lower-case letters, digits or "-".`,
    )
  }
}

export function checkRateLimit({ requestsPerSecond, burst }: RateLimit): void {
  if (!(requestsPerSecond >= 0.001 && requestsPerSecond <= 100_000)) {
    throw new ApiError(
      'bad_request',
      `A rate limit is 0.001 to 100,000 requests a second, not ${requestsPerSecond}.`,
    )
  }
  if (!Number.isInteger(burst) || burst < 1 || burst > 1_000_000) {
    throw new ApiError('bad_request', `A burst is 1 to 1,000,000 requests, not ${burst}.`)
  }
}

/** Throws unless the amount to store is a safe integer of at least `min`. */
export function checkAmount(amount: Microdollars, min: 0 | 1): void {
  if (!Number.isSafeInteger(amount) || amount < min) {
    throw new RangeError(`not micro-dollars of at least ${min}: ${amount}`)
  }
}

export function checkChargeFields({ amount, requestId, operation }: Charge): void {
  checkAmount(amount, 0)
  if (requestId.length < 1 || requestId.length > 128) {
    throw new RangeError('a request id has 1 to 128 characters')
  }
  if (requestId.startsWith(holdPrefix)) {
    throw new RangeError(`a request id does not begin with ${holdPrefix}, as the ids of holds do`)
  }
  if (operation === '') throw new RangeError('a charge names its operation')
}

const holdPrefix = 'hold_'

export function checkHoldFields({ amount, holdId, operation, expiresAt }: Hold): void {
  checkAmount(amount, 0)
  if (!/^hold_[A-Za-z0-9_-]{1,64}$/.test(holdId)) {
    throw new RangeError(
      `"${holdId}" is not a hold id: hold_ and 1 to 64 letters, digits, "_" or "-"`,
    )
  }
  if (operation === '') throw new RangeError('a hold names its operation')
  if (expiresAt !== undefined && Number.isNaN(Date.parse(expiresAt))) {
    throw new RangeError(`not a time: ${expiresAt}`)
  }
}

/** Formats the expiry of a hold as stored times are formatted and compared. */
export function formatExpiry({ expiresAt }: Hold): string | undefined {
  return expiresAt === undefined ? undefined : new Date(expiresAt).toISOString()
}

export function checkKey(keySha256: string, hint: string): void {
  if (!/^[0-9a-f]{64}$/.test(keySha256)) throw new RangeError('not a SHA-256 in hex')
  if (hint.length !== 4) throw new RangeError('a hint has 4 characters')
}

import { ApiError, tooManyRequests } from '#platform/errors'
import type { KeyState, Microdollars } from './port.ts'
import { formatUsd } from './usd.ts'

/** Reason for refusing a well-formed key; `unknown` includes deleted keys. */
export type KeyRefusal = 'suspended' | 'revoked' | 'unknown'

/** Messages for the caller. They are constants and safe inside a gateway's JSON template. */
export const stateMessages = {
  suspended: 'API key is suspended',
  revoked: 'API key has been revoked',
  unknown: 'Invalid API key',
} as const satisfies Record<KeyRefusal, string>

/** Returns the reason for refusing a key in this state; `undefined` for an active key. */
export function findKeyRefusal(state: KeyState | undefined): KeyRefusal | undefined {
  if (state === undefined) return 'unknown'
  return state === 'active' ? undefined : state
}

/** Returns the sentence for the caller with a key in this state; `undefined` for an active key. */
export function describeKeyRefusal(state: KeyState | undefined): string | undefined {
  const refusal = findKeyRefusal(state)
  return refusal && stateMessages[refusal]
}

/** Throws `forbidden` unless the key is active, then `payment_required` unless the balance covers the amount. */
export function checkCharge(
  state: KeyState | undefined,
  balance: Microdollars,
  amount: Microdollars,
): void {
  const refusal = describeKeyRefusal(state)
  if (refusal) throw new ApiError('forbidden', refusal)
  if (balance < amount) throw new ApiError('payment_required')
}

export function noSuchAccount(accountId: string): ApiError {
  return new ApiError('not_found', `There is no account "${accountId}".`)
}

export function noSuchKey(keyId: string): ApiError {
  return new ApiError('not_found', `There is no key "${keyId}".`)
}

export function accountExists(accountId: string): ApiError {
  return new ApiError('bad_request', `There is an account "${accountId}" already.`)
}

export function keyExists(): ApiError {
  return new ApiError('bad_request', 'This key has been added before.')
}

export function tooManyKeys(accountId: string, max: number): ApiError {
  return new ApiError(
    'bad_request',
    `Account "${accountId}" has ${max} keys, which is the most; delete one first.`,
  )
}

export function revokedIsFinal(keyId: string): ApiError {
  return new ApiError(
    'bad_request',
    `Key "${keyId}" is revoked, which is final; create a new key instead.`,
  )
}

export function balanceTooLarge(accountId: string): ApiError {
  return new ApiError(
    'bad_request',
    `Account "${accountId}" cannot hold more than ${formatUsd(Number.MAX_SAFE_INTEGER)} USD.`,
  )
}

/** Way in which a hold was closed. */
export type Closing = 'captured' | 'released'

/**
 * Returns whether an error says that the balance is too low or too many holds are open. Releasing expired holds may
 * help.
 */
export function isShortage(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'payment_required' || error.code === 'too_many_requests')
  )
}

/** Makes a 429: the same request would succeed later. */
export function tooManyHolds(max: number): ApiError {
  return tooManyRequests(
    60,
    `This account has ${max} open holds, which is the most; try again when one of its jobs is done.`,
  )
}

export function otherHold(holdId: string): ApiError {
  return new ApiError('bad_request', `Hold "${holdId}" is open with different contents.`)
}

export function holdClosed(holdId: string): ApiError {
  return new ApiError('bad_request', `Hold "${holdId}" is closed; a new hold needs a new id.`)
}

export function noSuchHold(holdId: string): ApiError {
  return new ApiError('not_found', `There is no hold "${holdId}".`)
}

/** Throws `bad_request` unless the hold covers the amount. */
export function checkCapture(holdId: string, held: Microdollars, amount: Microdollars): void {
  if (amount > held) {
    throw new ApiError(
      'bad_request',
      `Hold "${holdId}" is of ${formatUsd(held)} USD, less than the ${formatUsd(amount)} to charge.`,
    )
  }
}

/**
 * Checks a repeated closing: accepts a hold that was closed in the same way; otherwise throws `not_found` or
 * `bad_request`.
 */
export function checkClosing(
  holdId: string,
  closedAs: Closing | undefined,
  amount: Microdollars,
): void {
  if (!closedAs) throw noSuchHold(holdId)
  const asked = amount === 0 ? 'released' : 'captured'
  if (closedAs !== asked) {
    throw new ApiError('bad_request', `Hold "${holdId}" was ${closedAs} and cannot be ${asked}.`)
  }
}

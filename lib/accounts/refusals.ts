import { ApiError } from '../errors/index.ts'
import type { KeyState, Microdollars } from './port.ts'
import { formatUsd } from './usd.ts'

/** Why a well-formed key is refused. `unknown` stands for deleted keys too. */
export type Refusal = 'suspended' | 'revoked' | 'unknown'

/** What the caller is told (interface.md, Authentication); constants, safe inside a gateway's JSON template. */
export const stateMessages = {
  suspended: 'API key is suspended',
  revoked: 'API key has been revoked',
  unknown: 'Invalid API key',
} as const satisfies Record<Refusal, string>

/** The refusal a key's state stands for; `undefined` for an active key. */
export function refusalOf(state: KeyState | undefined): Refusal | undefined {
  if (state === undefined) return 'unknown'
  return state === 'active' ? undefined : state
}

/** Throws `forbidden` unless the key is active, then `payment_required` unless the balance covers the amount. */
export function checkCharge(
  state: KeyState | undefined,
  balance: Microdollars,
  amount: Microdollars,
): void {
  const refusal = refusalOf(state)
  if (refusal) throw new ApiError('forbidden', stateMessages[refusal])
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

export function tooManyKeys(accountId: string, most: number): ApiError {
  return new ApiError(
    'bad_request',
    `Account "${accountId}" has ${most} keys, which is the most; delete one first.`,
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

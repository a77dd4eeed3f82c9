import { hashKey, isWellFormed } from './keys.ts'
import type { AccountStore, Caller, RateLimit } from './port.ts'
import { findKeyRefusal, type KeyRefusal, stateMessages } from './refusals.ts'

/** Header names in any case. A list is a header that was sent several times. */
export type Headers = Readonly<Record<string, string | readonly string[] | null | undefined>>

/** Reasons for refusing a call before it reaches a function, for logs and metrics. */
export const denialReasons = ['missing', 'malformed', 'unknown', 'suspended', 'revoked'] as const

/** `reason` is for logs and metrics, `message` for the caller. */
export type Decision =
  | { kind: 'throttled'; caller: Caller; retryAfterSeconds: number }
  | { kind: 'unauthorized'; reason: Exclude<(typeof denialReasons)[number], KeyRefusal> }
  | { kind: 'forbidden'; reason: KeyRefusal; message: string; caller?: Caller }
  | { kind: 'allow'; caller: Caller }

/**
 * Identifies the caller by the key in the header `x-api-key`. A missing or malformed key, or several keys, are
 * `unauthorized`. A well-formed key that is unknown, deleted, suspended or revoked is `forbidden`. A known key over
 * its rate limit is `throttled`, whatever its state. Throws `ApiError` `service_unavailable` when the store is at
 * fault.
 */
export async function authorize(
  headers: Headers,
  store: Pick<AccountStore, 'authenticate' | 'admit'>,
  defaultLimit?: RateLimit,
): Promise<Decision> {
  const keys = Object.entries(headers)
    .filter(([name]) => name.toLowerCase() === 'x-api-key')
    .flatMap(([, value]) => value ?? [])
  const [key, ...more] = keys
  if (key === undefined) return { kind: 'unauthorized', reason: 'missing' }
  if (more.length > 0 || !isWellFormed(key)) return { kind: 'unauthorized', reason: 'malformed' }

  const found = await store.authenticate(hashKey(key))
  const limit = found?.caller.limit ?? defaultLimit
  if (found && limit) {
    const { retryAfterMs } = await store.admit({ keyId: found.caller.keyId, limit })
    if (retryAfterMs > 0) {
      const retryAfterSeconds = Math.ceil(retryAfterMs / 1000)
      return { kind: 'throttled', caller: found.caller, retryAfterSeconds }
    }
  }
  const reason = findKeyRefusal(found?.state)
  if (reason) {
    return { kind: 'forbidden', reason, message: stateMessages[reason], caller: found?.caller }
  }
  return { kind: 'allow', caller: found!.caller }
}

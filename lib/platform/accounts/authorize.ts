import { isWellFormed, keySha256 } from './keys.ts'
import type { AccountStore, Caller, RateLimit } from './port.ts'
import { type KeyRefusal, refusalOf, stateMessages } from './refusals.ts'

/** Names in any case; a list is a header that was sent several times. */
export type Headers = Readonly<Record<string, string | readonly string[] | null | undefined>>

/** Why calls are refused before they reach a function, for logs and metrics. */
export const denialReasons = ['missing', 'malformed', 'unknown', 'suspended', 'revoked'] as const

/** `reason` is for logs and metrics, `message` for the caller. */
export type Decision =
  | { kind: 'throttled'; caller: Caller; retryAfterSeconds: number }
  | { kind: 'unauthorized'; reason: Exclude<(typeof denialReasons)[number], KeyRefusal> }
  | { kind: 'forbidden'; reason: KeyRefusal; message: string; caller?: Caller }
  | { kind: 'allow'; caller: Caller }

/**
 * Identifies the caller by the key in the header `x-api-key`. No key, several keys or a malformed one is
 * `unauthorized`; a key of the right form that is unknown, deleted,
 * suspended or revoked is `forbidden`; a known key over its rate limit is `throttled`, whatever its state.
 * Throws `ApiError` `service_unavailable` when the store cannot say.
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

  const found = await store.authenticate(keySha256(key))
  const limit = found?.caller.limit ?? defaultLimit
  if (found && limit) {
    const { retryAfterMs } = await store.admit({ keyId: found.caller.keyId, limit })
    if (retryAfterMs > 0) {
      const retryAfterSeconds = Math.ceil(retryAfterMs / 1000)
      return { kind: 'throttled', caller: found.caller, retryAfterSeconds }
    }
  }
  const reason = refusalOf(found?.state)
  if (reason) {
    return { kind: 'forbidden', reason, message: stateMessages[reason], caller: found?.caller }
  }
  return { kind: 'allow', caller: found!.caller }
}

import type { Caller } from '#platform/accounts'
import { ApiError, tooManyRequests, unavailable } from '#platform/errors'
import type { ApiMiddleware } from '../call.ts'

/**
 * Reads the caller from the authorizer's context. Refuses a key over its rate limit with 429, which a gateway's
 * authorizer cannot return, and an account without the operation's grant with 403.
 */
export function requireAccess(): ApiMiddleware {
  return {
    before: ({ event, context: { call } }) => {
      const { authorizer } = event.requestContext
      const caller = readCaller(authorizer)
      call.caller = caller
      call.balance = caller.balance
      const retryAfterSeconds = Number(authorizer?.retryAfterSeconds ?? 0)
      if (retryAfterSeconds > 0) throw tooManyRequests(retryAfterSeconds)
      const { grant } = call.operation
      if (grant !== undefined && !caller.grants.includes(grant)) {
        throw new ApiError('forbidden', `Access to ${grant} is granted on request.`)
      }
    },
  }
}

function readCaller(authorizer: Record<string, unknown> | null | undefined): Caller {
  const { accountId, keyId, balance, grants } = authorizer ?? {}
  const amount = Number(balance)
  if (typeof accountId !== 'string' || typeof keyId !== 'string' || !Number.isSafeInteger(amount)) {
    throw unavailable(new Error('the call did not come through the authorizer'))
  }
  return {
    accountId,
    keyId,
    balance: amount,
    grants: typeof grants === 'string' && grants !== '' ? grants.split(',') : [],
  }
}

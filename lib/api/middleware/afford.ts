import type { Caller } from '../../accounts/index.ts'
import { ApiError, tooManyRequests, unavailable } from '../../errors/index.ts'
import type { ApiMiddleware } from '../call.ts'
import { priceOf } from '../operation.ts'

/**
 * Takes the caller from the authorizer's context and refuses, before anything of the request is looked
 * at: with 429 a key over its rate, which the gateway could not answer for the authorizer; with 403 who
 * has not been granted the operation, with 402 a balance that cannot pay the least it costs.
 */
export function afford(): ApiMiddleware {
  return {
    before: ({ event, context: { call } }) => {
      const caller = callerOf(event.requestContext.authorizer)
      call.caller = caller
      call.balance = caller.balance
      const retryAfterSeconds = Number(event.requestContext.authorizer?.retryAfterSeconds ?? 0)
      if (retryAfterSeconds > 0) throw tooManyRequests(retryAfterSeconds)
      const { grant } = call.operation
      if (grant !== undefined && !caller.grants.includes(grant)) {
        throw new ApiError('forbidden', `Access to ${grant} is granted on request.`)
      }
      if (caller.balance < priceOf(call.operation)) throw new ApiError('payment_required')
    },
  }
}

function callerOf(authorizer: Record<string, unknown> | null | undefined): Caller {
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

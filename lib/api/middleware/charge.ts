import { openAccounts } from '../../accounts/index.ts'
import { type ApiMiddleware, startStage } from '../call.ts'
import { priceOf } from '../operation.ts'

/**
 * Innermost of what follows the work: the price is taken when the answer is ready and before it
 * leaves. If it cannot be taken, the answer is withheld and the error of the charge is given, so
 * nothing is ever refunded.
 */
export function charge(accounts = openAccounts): ApiMiddleware {
  return {
    after: async ({ context: { call } }) => {
      const done = startStage(call, 'charge')
      const amount = priceOf(call.operation, call.input)
      const { accountId, keyId } = call.caller!
      // Until the price is paid.
      call.withheld = true
      const store = await accounts()
      const { balance } = await store.charge({
        accountId,
        keyId,
        requestId: call.requestId,
        operation: call.operation.id,
        amount,
      })
      call.withheld = false
      call.charged = amount
      call.balance = balance
      done()
    },
  }
}

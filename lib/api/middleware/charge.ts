import { openAccounts } from '../../accounts/index.ts'
import type { ApiMiddleware } from '../call.ts'
import { priceOf } from '../operation.ts'

/**
 * Innermost of what follows the work: the price is taken when the answer is ready and before it
 * leaves. If it cannot be taken, the answer is withheld and the error of the charge is given, so
 * nothing is ever refunded. A late or undeliverable answer is not charged.
 */
export function charge(accounts = openAccounts): ApiMiddleware {
  return {
    after: async ({ context: { call } }) => {
      const amount = priceOf(call.operation, call.input)
      if (amount === 0) return
      const { accountId, keyId } = call.caller!
      const operation = call.operation.id
      const store = await accounts()
      const charge = { accountId, keyId, requestId: call.requestId, operation, amount }
      const isDue = () => performance.now() < call.deadlineAt && call.canDeliver()
      // Until the price is paid.
      call.withheld = true
      const { balance, repeated } = await call.timed('charge', () => store.charge(charge, isDue))
      call.withheld = false
      call.charged = repeated ? 0 : amount
      call.balance = balance
    },
  }
}

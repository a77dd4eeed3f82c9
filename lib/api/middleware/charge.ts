import { openAccounts } from '../../accounts/index.ts'
import type { ApiMiddleware } from '../call.ts'
import { priceOf } from '../operation.ts'

/**
 * Charges when the answer is ready and before it is sent, so that nothing is ever refunded. If the charge
 * fails, the answer is withheld and its error is sent. A late or undeliverable answer is not charged.
 */
export function charge(accounts = openAccounts): ApiMiddleware {
  return {
    after: async ({ context: { call } }) => {
      const amount = priceOf(call.operation, call.input, call.answer)
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

import { openAccounts } from '#platform/accounts'
import type { ApiMiddleware } from '../call.ts'
import { packAnswer } from '../kept-answer.ts'
import { computePrice } from '../operation.ts'

/**
 * Charges when the answer is ready and before it is sent, so that refunds are never needed. If the charge fails, the
 * answer is withheld and the error is sent instead. A late or undeliverable answer is not charged.
 */
export function charge(accounts = openAccounts): ApiMiddleware {
  return {
    after: async ({ response, context: { call } }) => {
      if (call.isPaid) return
      const amount = computePrice(call.operation, call.input, call.answer)
      if (amount === 0) return
      const { accountId, keyId } = call.caller!
      const operation = call.operation.id
      const store = await accounts()
      const charge = { accountId, keyId, requestId: call.requestId, operation, amount }
      const isDue = () => performance.now() < call.deadlineAt && call.canDeliver()
      const { idempotent } = call
      const kept = idempotent && {
        call: idempotent.call,
        answer: response ? packAnswer(call, response) : undefined,
      }
      // The answer is withheld until the price is paid.
      call.withheld = true
      const { balance, repeated } = await call.timed('charge', () =>
        store.charge(charge, isDue, kept),
      )
      call.withheld = false
      if (idempotent) idempotent.isEnded = true
      call.charged = repeated ? 0 : amount
      call.balance = balance
    },
  }
}

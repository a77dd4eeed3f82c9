import { ApiError } from '#platform/errors'
import type { ApiMiddleware, Call } from '../call.ts'
import { computeRequiredBalance } from '../operation.ts'

/**
 * Refuses a balance below the price with 402. Before `parse`, the price is the operation's minimum; after it, the
 * price of this input, or the operation's minimum balance. This is a forecast that saves work; `charge` decides.
 *
 * @param isFree Returns whether a call that would be refused may be free after all.
 */
export function requireBalance(isFree?: (call: Call) => Promise<boolean>): ApiMiddleware {
  return {
    before: async ({ context: { call } }) => {
      try {
        requireAmount(call, computeRequiredBalance(call.operation, call.input))
      } catch (error) {
        if (!(await isFree?.(call))) throw error
      }
    },
  }
}

/** Throws `payment_required` when the last known balance is under the amount, micro-dollars. */
export function requireAmount(
  { balance = 0, isPaid }: Pick<Call, 'balance' | 'isPaid'>,
  amount: number,
): void {
  if (!isPaid && amount > 0 && balance < amount) throw new ApiError('payment_required')
}

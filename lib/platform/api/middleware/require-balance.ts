import { ApiError } from '#platform/errors'
import type { ApiMiddleware, Call } from '../call.ts'
import { requiredBalance } from '../operation.ts'

/**
 * Refuses with 402 a balance below the price: before `parse` the operation's minimum, after it the price
 * of this input, or the operation's minimum balance. Only a forecast that saves the work; `charge` decides.
 *
 * @param isFree Whether a call that would be refused may cost nothing after all.
 */
export function requireBalance(isFree?: (call: Call) => Promise<boolean>): ApiMiddleware {
  return {
    before: async ({ context: { call } }) => {
      try {
        requireAmount(call, requiredBalance(call.operation, call.input))
      } catch (error) {
        if (!(await isFree?.(call))) throw error
      }
    },
  }
}

/** Throws `payment_required` when the last known balance is under these micro-dollars. */
export function requireAmount(
  { balance = 0, isPaid }: Pick<Call, 'balance' | 'isPaid'>,
  amount: number,
): void {
  if (!isPaid && amount > 0 && balance < amount) throw new ApiError('payment_required')
}

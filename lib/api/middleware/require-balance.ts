import { ApiError } from '../../errors/index.ts'
import type { ApiMiddleware, Call } from '../call.ts'
import { requiredBalance } from '../operation.ts'

/**
 * Refuses with 402 a balance below the price: before `parse` the operation's minimum, after it the price
 * of this input, or the operation's minimum balance. Only a forecast that saves the work; `charge` decides.
 */
export function requireBalance(): ApiMiddleware {
  return {
    before: ({ context: { call } }) => {
      requireAmount(call, requiredBalance(call.operation, call.input))
    },
  }
}

/** Throws `payment_required` when the last known balance is under these micro-dollars. */
export function requireAmount({ balance = 0 }: Pick<Call, 'balance'>, amount: number): void {
  if (amount > 0 && balance < amount) throw new ApiError('payment_required')
}

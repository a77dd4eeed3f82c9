import { ApiError } from '../../errors/index.ts'
import type { ApiMiddleware } from '../call.ts'
import { priceOf } from '../operation.ts'

/**
 * Refuses with 402 a balance below the price: before `parse` the operation's minimum, after it the price
 * of this input. What costs nothing needs no balance. Only a forecast that saves the work; `charge` decides.
 */
export function requireBalance(): ApiMiddleware {
  return {
    before: ({ context: { call } }) => {
      const price = priceOf(call.operation, call.input)
      if (price > 0 && (call.balance ?? 0) < price) {
        throw new ApiError('payment_required')
      }
    },
  }
}

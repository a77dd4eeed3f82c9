import { priceOf } from '../../lib/platform/api/operation.ts'
import { batch } from '../geocoding/batch/contract.ts'

/** Micro-dollars of a row that is answered: the price of an item of the batch operation. */
export const pricePerRow = priceOf(batch)

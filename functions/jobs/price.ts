import { computePrice } from '../../lib/platform/api/operation.ts'
import { batch } from '../geocoding/batch/contract.ts'

/** Price of an answered row, micro-dollars: the price of an item of the batch operation. */
export const pricePerRow = computePrice(batch)

import type { QualitySet } from './quality-set.ts'
import { addressesWithoutTown, addressesWithTown } from './sets/addresses-with-town.ts'

/** All sets, in the order of a full report. */
export const qualitySets: readonly QualitySet[] = [addressesWithTown, addressesWithoutTown]

import type { QualitySet } from './quality-set.ts'
import { addressesWithoutTown, addressesWithTown } from './sets/addresses-with-town.ts'
import { askedByArea } from './sets/asked-by-area.ts'
import { calibration } from './sets/calibration.ts'
import { genericWords } from './sets/generic-words.ts'
import { mistyped } from './sets/mistyped.ts'
import { nearFocus } from './sets/near-focus.ts'
import { nearVillage } from './sets/near-village.ts'
import { outside } from './sets/outside.ts'
import { withCoordinates } from './sets/with-coordinates.ts'

/** All sets, in the order of a full report. */
export const qualitySets: readonly QualitySet[] = [
  addressesWithTown,
  addressesWithoutTown,
  askedByArea,
  nearVillage,
  nearFocus,
  genericWords,
  withCoordinates,
  mistyped,
  outside,
  calibration,
]

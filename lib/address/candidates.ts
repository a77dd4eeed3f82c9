import type { Add, Candidate } from './candidate.ts'
import type { Habits } from './habits.ts'
import { addDesignated, addPostcodes, addUnitsFirst } from './marked-candidates.ts'
import { addNames } from './name-candidates.ts'
import { addHouseNumbers } from './number-candidates.ts'
import type { Reading } from './reading.ts'

/** All readings of all runs of tokens, by the token they begin with. */
export function candidatesOf(reading: Reading, habits: Habits): Candidate[][] {
  const byStart: Candidate[][] = reading.tokens.map(() => [])
  const add: Add = (candidate) => byStart[candidate.from]!.push(candidate)
  addDesignated(reading, habits, add)
  addPostcodes(reading, habits, add)
  addHouseNumbers(reading, habits, add)
  if (habits.unitBeforeNumber) addUnitsFirst(reading, habits, add)
  addNames(reading, habits, add)
  return byStart
}

import type { ComponentKey } from './components.ts'
import type { Habits } from './habits.ts'
import { addDesignated, addPostcodes, addUnitsFirst } from './marked-candidates.ts'
import { addNames } from './name-candidates.ts'
import { addHouseNumbers } from './number-candidates.ts'
import type { Reading } from './reading.ts'

/** A run of tokens read as one component. */
export interface Candidate {
  key: ComponentKey
  from: number
  to: number
  /** Of the value in the text, without a designator that is not of it. */
  start: number
  end: number
  score: number
}

/** Takes a candidate in. */
export type Add = (candidate: Candidate) => void

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

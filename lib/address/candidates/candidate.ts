import type { ComponentKey } from '../components.ts'

/** A run of tokens read as one component. */
export interface LabelCandidate {
  key: ComponentKey
  from: number
  to: number
  /** Of the value in the text, without a designator that is not of it. */
  start: number
  end: number
  score: number
}

/** Takes a candidate in. */
export type AddCandidate = (candidate: LabelCandidate) => void

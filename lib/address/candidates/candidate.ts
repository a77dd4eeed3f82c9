import type { ComponentKey } from '../components.ts'

/** Tokens `from` to before `to` as one component. */
export interface LabelCandidate {
  key: ComponentKey
  from: number
  to: number
  /** Position of the value in the text, without designators that do not belong to it. */
  start: number
  end: number
  score: number
}

export type AddCandidate = (candidate: LabelCandidate) => void

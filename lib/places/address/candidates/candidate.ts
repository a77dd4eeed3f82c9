import type { ComponentKey } from '../components.ts'

/** Tokens from `from` to before `to`, as one component. */
export interface LabelCandidate {
  key: ComponentKey
  from: number
  to: number
  /** Position of the value in the text, without designators that do not belong to it. */
  start: number
  end: number
  score: number
  /**
   * Whether it is a venue with a word for its kind, or a street whose first word marks its beginning: "Calle",
   * "Mittelstraße", "Große".
   */
  clear?: boolean
}

export type AddCandidate = (candidate: LabelCandidate) => void

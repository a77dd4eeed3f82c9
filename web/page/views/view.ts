import type { ComponentType } from 'preact'
import type { ApiRequest } from '../api.ts'
import type { Drawing, DrawnFeature } from '../map/drawing.ts'
import type { PageState, ViewId } from '../state.ts'
import type { Snapshot } from '../store.ts'

/** One way to use the page: what it asks, shows and draws. */
export interface View {
  id: ViewId
  title: string
  /** What to do first; shown while there is nothing to ask. */
  hint: string
  /** Asked at the press of a button, with these words on it, not at each change. */
  isManual?: string
  /** Undefined while something is missing. */
  request(state: Snapshot): ApiRequest | undefined
  /** What is asked about, on the map before there is an answer. */
  sketch?(state: Snapshot): DrawnFeature[]
  // biome-ignore lint/suspicious/noExplicitAny: each view knows the answer of its operation.
  draw(answer: any, state: PageState): Drawing
  Controls: ComponentType
  // biome-ignore lint/suspicious/noExplicitAny: each view knows the answer of its operation.
  Result: ComponentType<{ answer: any }>
  /** Below the results. */
  After?: ComponentType
}

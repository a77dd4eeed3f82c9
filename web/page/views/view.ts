import type { ComponentType } from 'preact'
import type { ApiRequest } from '../api.ts'
import type { Drawing, DrawnFeature } from '../map/drawing.ts'
import type { PageState, ViewId } from '../state.ts'
import type { Snapshot } from '../store.ts'

/** A view of the page: its request, its panel and its drawing. */
export interface View {
  id: ViewId
  title: string
  /** Instruction shown while the request is incomplete. */
  hint: string
  /** Label of the button that sends the request. Views without a button send it on every change. */
  buttonLabel?: string
  /** Builds the request; undefined while input is missing. */
  request(state: Snapshot): ApiRequest | undefined
  /** Draws the request on the map before there is an answer. */
  sketch?(state: Snapshot): DrawnFeature[]
  // biome-ignore lint/suspicious/noExplicitAny: each view knows the answer of its operation.
  draw(answer: any, state: PageState): Drawing
  Controls: ComponentType
  // biome-ignore lint/suspicious/noExplicitAny: each view knows the answer of its operation.
  Result: ComponentType<{ answer: any }>
  /** Content below the results. */
  After?: ComponentType
}

import type { ViewId } from './state.ts'
import { route } from './views/route.tsx'
import type { View } from './views/view.ts'

/** The views, in the order of their tabs. */
export const views: readonly View[] = [route]

export function viewOf(id: ViewId): View {
  return views.find((view) => view.id === id) ?? views[0]!
}

import type { ViewId } from './state.ts'
import { along } from './views/along.tsx'
import { ask } from './views/ask.tsx'
import { compare } from './views/compare.tsx'
import { isochrone } from './views/isochrone.tsx'
import { list } from './views/list.tsx'
import { matrix } from './views/matrix.tsx'
import { optimize } from './views/optimize.tsx'
import { predict } from './views/predict.tsx'
import { route } from './views/route.tsx'
import { snap } from './views/snap.tsx'
import type { View } from './views/view.ts'

/** The views, in the order of their tabs. */
export const views: readonly View[] = [
  route,
  isochrone,
  compare,
  optimize,
  matrix,
  along,
  snap,
  predict,
  ask,
  list,
]

export function findView(id: ViewId): View {
  return views.find((view) => view.id === id) ?? views[0]!
}

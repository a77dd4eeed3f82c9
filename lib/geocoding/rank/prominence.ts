import { distanceMeters, type LatLon } from '../../geo/index.ts'
import type { SearchScope } from '../query.ts'

/** Distance from the focus at which nearness is one half, unless the search says otherwise. */
const defaultScaleMeters = 50_000

/** Weight of prominence beside the text score. */
const prominenceWeight = 0.4

/**
 * Prominence of a place: the higher of its importance and its nearness to the focus, so that a small
 * place nearby ranks before its namesakes and a famous place far away keeps its rank. Nearness decays
 * exponentially, to half at the scale of the focus or at 50 km (the defaults of Pelias).
 */
export function prominence(
  importance: number,
  at: LatLon,
  { focus, focusScaleMeters = defaultScaleMeters }: Pick<SearchScope, 'focus' | 'focusScaleMeters'>,
): number {
  if (!focus) return prominenceWeight * importance
  const nearness = 0.5 ** (distanceMeters(focus, at) / focusScaleMeters)
  // A fifth of the importance always counts, to order places that are equally near.
  return prominenceWeight * (0.8 * Math.max(importance, nearness) + 0.2 * importance)
}

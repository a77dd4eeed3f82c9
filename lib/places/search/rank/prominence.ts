import { distanceMeters, type LatLon } from '#ground/geo'
import type { SearchScope } from '../query.ts'

/** Scale of a focus where places are few, or their density is unknown (the default of Pelias). */
export const maxScaleMeters = 50_000

/** Weight of prominence beside the text score. */
const prominenceWeight = 0.4

/**
 * Prominence of a place: its importance and its nearness to the focus, each of which alone suffices, so that
 * a small place nearby ranks before its namesakes and a famous place far away keeps its rank.
 *
 * Nearness is 1 / (1 + distance / scale): one half at the scale of the focus. It falls slowly beyond it, so
 * that of two namesakes in other towns the nearer one still comes first.
 */
export function prominence(
  importance: number,
  at: LatLon,
  { focus, focusScaleMeters = maxScaleMeters }: Pick<SearchScope, 'focus' | 'focusScaleMeters'>,
): number {
  if (!focus) return prominenceWeight * importance
  const nearness = 1 / (1 + distanceMeters(focus, at) / focusScaleMeters)
  const either = 1 - (1 - importance) * (1 - nearness)
  // A fifth of the importance always counts, to order places that are equally near.
  return prominenceWeight * (0.8 * either + 0.2 * importance)
}

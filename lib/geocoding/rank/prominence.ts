import { distanceMeters, type LatLon } from '../../geo/index.ts'

/** At this distance from the focus a place has lost half of its nearness. */
export const focusScaleMeters = 50_000

/** How much being famous or near weighs beside the text. */
const prominenceWeight = 0.4

/**
 * What a place counts by itself: its importance, or its nearness to the focus where that is more, so
 * that the small near place comes before its namesakes and the famous far place stays. Nearness falls
 * exponentially, to half at 50 km (the scale and decay that Pelias has as defaults).
 */
export function prominence(importance: number, at: LatLon, focus: LatLon | undefined): number {
  if (!focus) return prominenceWeight * importance
  const nearness = 0.5 ** (distanceMeters(focus, at) / focusScaleMeters)
  // A fifth of the importance stays, to part places that are equally near.
  return prominenceWeight * (0.8 * Math.max(importance, nearness) + 0.2 * importance)
}

import type { Bounds } from '../geo/index.ts'
import type { Manifest } from './manifest.ts'

/**
 * Boxes around the parts of a region that lie far from each other, the one with the most roads first; of a build of an
 * earlier version the box of its extracts.
 */
export function listAreas({ coverage, bounds }: Manifest): readonly Bounds[] {
  return coverage?.areas ?? [bounds]
}

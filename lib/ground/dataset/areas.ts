import { type Bounds, intersectBounds } from '#ground/geo'
import type { Manifest } from './manifest.ts'

/**
 * Boxes around the parts of a region that lie far from each other, the one with the most roads first, as far as they
 * lie in the box of its extracts: roads and places beyond it are cut off there. Of a build of an earlier version that
 * box itself.
 */
export function listAreas({ coverage, bounds }: Manifest): readonly Bounds[] {
  if (!coverage) return [bounds]
  const within = coverage.areas.flatMap((area) => intersectBounds(area, bounds))
  return within.length > 0 ? within : coverage.areas
}

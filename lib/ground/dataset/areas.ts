import { type Bounds, intersectBounds } from '#ground/geo'
import type { Manifest } from './manifest.ts'

/**
 * Returns boxes around the parts of a region that lie far from each other, the part with the most roads first. Boxes
 * are clipped to the box of the extracts, because roads and places beyond it are cut off there. For a build of an
 * earlier version, returns that box.
 */
export function listAreas({ coverage, bounds }: Manifest): readonly Bounds[] {
  if (!coverage) return [bounds]
  const within = coverage.areas.flatMap((area) => intersectBounds(area, bounds))
  return within.length > 0 ? within : coverage.areas
}

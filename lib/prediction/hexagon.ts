import type { HexGrid } from './prediction.ts'

/** Returns the index of the hexagon whose centre is nearest to the centre of the plane; 0 in an empty grid. */
export function findNearestToOrigin({ east, north }: Pick<HexGrid, 'east' | 'north'>): number {
  let nearest = 0
  for (let hex = 1; hex < east.length; hex++) {
    if (Math.hypot(east[hex]!, north[hex]!) < Math.hypot(east[nearest]!, north[nearest]!)) {
      nearest = hex
    }
  }
  return nearest
}

/** Returns the distance from the centre of a hexagon to its corners, metres. */
export function measureCornerDistance({ hexSquareMeters }: HexGrid): number {
  return Math.sqrt((2 * hexSquareMeters) / (3 * Math.sqrt(3)))
}

/** Returns the distance between the centres of neighbours, metres. */
export function measureSpacing({ hexSquareMeters }: HexGrid): number {
  return Math.sqrt((2 * hexSquareMeters) / Math.sqrt(3))
}

/**
 * Refines the pattern of points for places where the density is steep: the small hexagon of each pattern point is
 * divided like the large one. Small hexagons are turned by a twelfth, which by their symmetry equals a quarter.
 */
export function refinePattern({ pattern }: HexGrid): HexGrid['pattern'] {
  const shrink = 1 / Math.sqrt(pattern.length)
  return pattern.flatMap((point) =>
    pattern.map((part) => ({
      east: point.east - part.north * shrink,
      north: point.north + part.east * shrink,
    })),
  )
}

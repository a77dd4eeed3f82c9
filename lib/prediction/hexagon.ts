import type { HexGrid } from './prediction.ts'

/** The hexagon whose centre is nearest to the centre of the plane; 0 in an empty grid. */
export function nearestToOrigin({ east, north }: Pick<HexGrid, 'east' | 'north'>): number {
  let nearest = 0
  for (let hex = 1; hex < east.length; hex++) {
    if (Math.hypot(east[hex]!, north[hex]!) < Math.hypot(east[nearest]!, north[nearest]!)) {
      nearest = hex
    }
  }
  return nearest
}

/** Metres from the centre of a hexagon to its corners. */
export function cornerMeters({ hexSquareMeters }: HexGrid): number {
  return Math.sqrt((2 * hexSquareMeters) / (3 * Math.sqrt(3)))
}

/** Metres between the centres of neighbours. */
export function spacingMeters({ hexSquareMeters }: HexGrid): number {
  return Math.sqrt((2 * hexSquareMeters) / Math.sqrt(3))
}

/**
 * A finer pattern, for where the density is steep: the small hexagon of each pattern point is divided as
 * the large one is. Small hexagons are turned by a twelfth, which by their symmetry equals a quarter.
 */
export function finePattern({ pattern }: HexGrid): HexGrid['pattern'] {
  const shrink = 1 / Math.sqrt(pattern.length)
  return pattern.flatMap((point) =>
    pattern.map((part) => ({
      east: point.east - part.north * shrink,
      north: point.north + part.east * shrink,
    })),
  )
}

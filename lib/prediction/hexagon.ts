import type { HexGrid } from './prediction.ts'

/** From the centre of a hexagon to its corners, metres. */
export function cornerMeters({ hexSquareMeters }: HexGrid): number {
  return Math.sqrt((2 * hexSquareMeters) / (3 * Math.sqrt(3)))
}

/** Between the centres of neighbours, metres. */
export function spacingMeters({ hexSquareMeters }: HexGrid): number {
  return Math.sqrt((2 * hexSquareMeters) / Math.sqrt(3))
}

/**
 * Points for where the law is steep: each point of the pattern stands for a small hexagon, which is
 * divided as the large one is. Two twelfths of a turn are as good as none, one as good as a quarter.
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

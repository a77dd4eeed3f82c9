import { findNearestToOrigin } from './hexagon.ts'
import type { HexGrid } from './prediction.ts'

/**
 * Marks the hexagons whose centre lies in the cone around a bearing from the centre of the plane: 1 inside, 0
 * outside. The hexagon nearest to the origin is always inside.
 *
 * @param halfAngleDegrees Angle to either side of the bearing; from 180 degrees the cone contains everything.
 */
export function markCone(
  { east, north }: Pick<HexGrid, 'east' | 'north'>,
  bearingDegrees: number,
  halfAngleDegrees: number,
): Uint8Array {
  const inside = new Uint8Array(east.length)
  for (let hex = 0; hex < east.length; hex++) {
    const direction = (Math.atan2(east[hex]!, north[hex]!) * 180) / Math.PI
    // Wrapped to -180..180 degrees, so that 359 and 1 differ by 2.
    const deviation = ((((direction - bearingDegrees + 180) % 360) + 360) % 360) - 180
    inside[hex] = Math.abs(deviation) <= halfAngleDegrees ? 1 : 0
  }
  if (inside.length > 0) inside[findNearestToOrigin({ east, north })] = 1
  return inside
}

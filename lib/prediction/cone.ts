import { nearestToOrigin } from './hexagon.ts'
import type { HexGrid } from './prediction.ts'

/**
 * Whether the centre of each hexagon lies in the cone around a bearing from the centre of the plane: 1 or
 * 0. The hexagon nearest to the origin always does.
 *
 * @param halfAngleDegrees To either side; from 180 on everything is in the cone.
 */
export function cone(
  { east, north }: Pick<HexGrid, 'east' | 'north'>,
  bearingDegrees: number,
  halfAngleDegrees: number,
): Uint8Array {
  const inside = new Uint8Array(east.length)
  for (let hex = 0; hex < east.length; hex++) {
    const direction = (Math.atan2(east[hex]!, north[hex]!) * 180) / Math.PI
    // From -180 to 180, so that 359 and 1 are 2 apart.
    const deviation = ((((direction - bearingDegrees + 180) % 360) + 360) % 360) - 180
    inside[hex] = Math.abs(deviation) <= halfAngleDegrees ? 1 : 0
  }
  if (inside.length > 0) inside[nearestToOrigin({ east, north })] = 1
  return inside
}

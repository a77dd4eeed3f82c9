import type { HexGrid } from './prediction.ts'

/**
 * Whether each hexagon lies in the cone around a bearing from the middle of the grid's plane, by the
 * direction of its centre: 1 or 0. The hexagon nearest to the middle is always in it.
 *
 * @param halfAngleDegrees To either side; from 180 on everything is in the cone.
 */
export function cone(
  { east, north }: Pick<HexGrid, 'east' | 'north'>,
  bearingDegrees: number,
  halfAngleDegrees: number,
): Uint8Array {
  const inside = new Uint8Array(east.length)
  let nearest = 0
  for (let hex = 0; hex < east.length; hex++) {
    const direction = (Math.atan2(east[hex]!, north[hex]!) * 180) / Math.PI
    // From -180 to 180, so that 359 and 1 are 2 apart.
    const off = ((((direction - bearingDegrees + 180) % 360) + 360) % 360) - 180
    inside[hex] = Math.abs(off) <= halfAngleDegrees ? 1 : 0
    if (Math.hypot(east[hex]!, north[hex]!) < Math.hypot(east[nearest]!, north[nearest]!)) {
      nearest = hex
    }
  }
  if (inside.length > 0) inside[nearest] = 1
  return inside
}

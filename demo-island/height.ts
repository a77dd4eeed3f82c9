import { island } from './island.ts'
import { toPoint } from './plane/frame.ts'

/**
 * Returns the true height of the demo region's land at any point, in metres above the sea; 0 at sea. The elevation
 * file contains samples of this function.
 */
export function heightMeters(lat: number, lon: number): number {
  return island().land.heightMeters(toPoint(lat, lon))
}

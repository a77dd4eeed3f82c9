import { island } from './island.ts'
import { toPoint } from './plane/frame.ts'

/**
 * The true height of the demo region's land in metres above the sea, at any point: 0 at sea. The
 * elevation file is this function, sampled.
 */
export function heightMeters(lat: number, lon: number): number {
  return island().land.heightMeters(toPoint(lat, lon))
}

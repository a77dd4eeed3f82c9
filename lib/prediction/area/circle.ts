import type { SearchArea } from '../prediction.ts'
import { areaLimits } from './limits.ts'
import { createLocalPlane } from './local-plane.ts'
import type { PlaneShape } from './plane-shape.ts'
import { createRefusal } from './refusal.ts'

/** @throws ApiError `bad_request` when the centre is not on the globe or the radius exceeds its limit. */
export function parseCircle({
  center,
  radiusMeters,
}: Extract<SearchArea, { type: 'circle' }>): PlaneShape {
  const { lat, lon } = center
  if (!(Math.abs(lat) <= 90)) throw createRefusal('area.center.lat', 'must be between -90 and 90')
  if (!(Math.abs(lon) <= 180))
    throw createRefusal('area.center.lng', 'must be between -180 and 180')
  if (!(radiusMeters > 0 && radiusMeters <= areaLimits.circleRadiusMeters)) {
    throw createRefusal(
      'area.radius_m',
      `must be more than 0 and at most ${areaLimits.circleRadiusMeters} metres`,
    )
  }
  const square = radiusMeters * radiusMeters
  return {
    plane: createLocalPlane(center),
    // The curvature of the Earth reduces the area by only 2e-7 at 5 km.
    squareMeters: Math.PI * square,
    widthMeters: 2 * radiusMeters,
    reachMeters: radiusMeters,
    contains: (east, north) => east * east + north * north <= square,
    lines: [
      Array.from({ length: 73 }, (_, i) => ({
        east: radiusMeters * Math.sin((i * Math.PI) / 36),
        north: radiusMeters * Math.cos((i * Math.PI) / 36),
      })),
      [{ east: 0, north: 0 }],
    ],
    beyondMeters: 0,
    encloses: true,
  }
}

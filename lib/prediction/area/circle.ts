import type { SearchArea } from '../prediction.ts'
import { areaLimits } from './limits.ts'
import { localPlane } from './local-plane.ts'
import type { PlaneShape } from './plane-shape.ts'
import { refusal } from './refusal.ts'

/** @throws ApiError `bad_request` when the centre is not on the globe or the radius beyond the limit. */
export function circleShape({
  center,
  radiusMeters,
}: Extract<SearchArea, { type: 'circle' }>): PlaneShape {
  const { lat, lon } = center
  if (!(Math.abs(lat) <= 90)) throw refusal('area.center.lat', 'must be between -90 and 90')
  if (!(Math.abs(lon) <= 180)) throw refusal('area.center.lng', 'must be between -180 and 180')
  if (!(radiusMeters > 0 && radiusMeters <= areaLimits.circleRadiusMeters)) {
    throw refusal(
      'area.radius_m',
      `must be more than 0 and at most ${areaLimits.circleRadiusMeters} metres`,
    )
  }
  const square = radiusMeters * radiusMeters
  return {
    plane: localPlane(center),
    // The curvature of the Earth takes 2e-7 off at 5 km.
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

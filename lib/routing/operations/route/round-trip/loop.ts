import { type LatLon, metersPerDegreeEast, metersPerDegreeNorth, wrapDegrees } from '#ground/geo'

/** A regular polygon through the start of a round trip. */
export interface Loop {
  /** Direction from the start to the centre, degrees clockwise from north. */
  headingDegrees: number
  clockwise: boolean
  /** Circumference of the circle through the corners. */
  circumferenceMeters: number
}

const corners = 4

/** Returns the corners of a loop other than the start, in the order of travel. */
export function listLoopCorners(
  start: LatLon,
  { headingDegrees, clockwise, circumferenceMeters }: Loop,
): LatLon[] {
  const radius = circumferenceMeters / (2 * Math.PI)
  const turn = ((clockwise ? 1 : -1) * 360) / corners
  const centre = movePosition(start, headingDegrees, radius)
  return Array.from({ length: corners - 1 }, (_, i) =>
    movePosition(centre, headingDegrees + 180 + (i + 1) * turn, radius),
  )
}

/** Returns a position some metres away, on a plane that touches the ellipsoid: within 1 % for 100 km. */
export function movePosition({ lat, lon }: LatLon, headingDegrees: number, meters: number): LatLon {
  const angle = headingDegrees * (Math.PI / 180)
  const north = lat + (meters * Math.cos(angle)) / metersPerDegreeNorth(lat)
  const east = (meters * Math.sin(angle)) / Math.max(1, metersPerDegreeEast(lat))
  return { lat: Math.min(90, Math.max(-90, north)), lon: wrapDegrees(lon + east) }
}

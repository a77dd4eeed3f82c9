import { type LatLon, metersPerDegreeEast, metersPerDegreeNorth, wrapDegrees } from '#ground/geo'

/** A regular polygon through the start of a round trip. */
export interface Loop {
  /** Degrees clockwise from north: where the centre lies, seen from the start. */
  headingDegrees: number
  clockwise: boolean
  /** Of the circle through the corners. */
  circumferenceMeters: number
}

const corners = 4

/** The corners of a loop other than the start, in the order of travel. */
export function loopCorners(
  start: LatLon,
  { headingDegrees, clockwise, circumferenceMeters }: Loop,
): LatLon[] {
  const radius = circumferenceMeters / (2 * Math.PI)
  const turn = ((clockwise ? 1 : -1) * 360) / corners
  const centre = movedBy(start, headingDegrees, radius)
  return Array.from({ length: corners - 1 }, (_, i) =>
    movedBy(centre, headingDegrees + 180 + (i + 1) * turn, radius),
  )
}

/** A position some metres away, on a plane that touches the ellipsoid: within 1 % for 100 km. */
export function movedBy({ lat, lon }: LatLon, headingDegrees: number, meters: number): LatLon {
  const angle = headingDegrees * (Math.PI / 180)
  const north = lat + (meters * Math.cos(angle)) / metersPerDegreeNorth(lat)
  const east = (meters * Math.sin(angle)) / Math.max(1, metersPerDegreeEast(lat))
  return { lat: Math.min(90, Math.max(-90, north)), lon: wrapDegrees(lon + east) }
}

import { decodePolyline } from '#ground/geo'
import type { Terrain } from '#ground/terrain'
import { formatDistance, formatDuration } from '../format.ts'
import { AlongLine, type LinePoint } from '../map/along.ts'
import type { Drawing, DrawnFeature } from '../map/drawing.ts'
import { pickGradeColor } from './grades.ts'

export interface RouteStep {
  type: string
  instruction: string
  distance_meters: number
  duration_seconds: number
  begin_shape_index: number
  end_shape_index: number
}

export interface FoundLeg {
  distance_meters: number
  duration_seconds: number
  shape: string
  steps: RouteStep[]
}

export interface FoundRoute {
  legs: FoundLeg[]
  distance_meters: number
  duration_seconds: number
  terrain: Terrain | null
  narrative?: string
}

/** Decodes the line of a leg. */
export function decodeLeg({ shape }: FoundLeg): LinePoint[] {
  return decodePolyline(shape).map(({ lat, lon }) => [lon, lat] as const)
}

export function decodeRoute(route: Pick<FoundRoute, 'legs'>): LinePoint[] {
  return route.legs.flatMap((leg, i) => decodeLeg(leg).slice(i === 0 ? 0 : 1))
}

/** Returns the line of a route and its summary: time, distance and ascent. */
export function describeRoute(route: FoundRoute): Pick<Drawing, 'line' | 'summary'> {
  const { duration_seconds, distance_meters, terrain } = route
  const ascent = terrain && `${Math.round(terrain.total_ascent_meters)} m up`
  const parts = [formatDuration(duration_seconds), formatDistance(distance_meters), ascent]
  return { line: decodeRoute(route), summary: parts.filter(Boolean).join(' · ') }
}

/**
 * Makes the features of a route, leg by leg. With `withGrades`, they have the colours of its grades if heights are
 * known.
 */
export function makeRouteFeatures(route: FoundRoute, withGrades: boolean): DrawnFeature[] {
  const profile = withGrades ? route.terrain?.elevation_profile : undefined
  let traveledMeters = 0
  return route.legs.flatMap((leg, index) => {
    const item = route.legs.length > 1 ? `Leg ${index + 1}` : 'Route'
    const line = decodeLeg(leg)
    const start = traveledMeters
    traveledMeters += leg.distance_meters
    if (!profile || line.length < 2)
      return [makeLineFeature(line, { kind: 'route', leg: index, item })]
    return makeGradedFeatures(line, {
      leg: index,
      item,
      start,
      length: leg.distance_meters,
      profile,
    })
  })
}

function makeGradedFeatures(
  line: LinePoint[],
  part: {
    leg: number
    item: string
    start: number
    length: number
    profile: Terrain['elevation_profile']
  },
): DrawnFeature[] {
  const along = new AlongLine(line)
  const { leg, item } = part
  /** Metres of the drawn line per metre of the profile, which the routing engine measured. */
  const scale = part.length > 0 ? along.lengthMeters / part.length : 1
  const features: DrawnFeature[] = []
  let run: { color: string; from: number; to: number } | undefined
  const end = () => {
    if (!run) return
    const piece = along.slice(run.from, run.to)
    if (piece.length > 1)
      features.push(makeLineFeature(piece, { kind: 'route', leg, item, color: run.color }))
  }
  for (let i = 1; i < part.profile.length; i++) {
    const [a, b] = [part.profile[i - 1]!, part.profile[i]!]
    const from = (a.distance_meters - part.start) * scale
    const to = (b.distance_meters - part.start) * scale
    if (to <= 0 || from >= along.lengthMeters) continue
    const color = pickGradeColor(measureGrade(part.profile, i))
    if (run?.color === color) run.to = to
    else {
      end()
      run = { color, from: Math.max(0, from), to }
    }
  }
  end()
  return features.length > 0 ? features : [makeLineFeature(line, { kind: 'route', leg, item })]
}

/** Length over which a grade is measured, metres: the same as for `max_grade_percent` in an answer. */
const gradeWindowMeters = 150

/** Measures the grade in percent around the segment that ends at sample `i`. */
function measureGrade(profile: Terrain['elevation_profile'], i: number): number {
  let [from, to] = [i - 1, i]
  const length = () => profile[to]!.distance_meters - profile[from]!.distance_meters
  while (length() < gradeWindowMeters && (from > 0 || to < profile.length - 1)) {
    if (from > 0) from--
    if (to < profile.length - 1) to++
  }
  const rise = profile[to]!.elevation_meters - profile[from]!.elevation_meters
  return (100 * rise) / Math.max(1, length())
}

export function makeLineFeature(
  coordinates: readonly LinePoint[],
  properties: DrawnFeature['properties'],
): DrawnFeature {
  const geometry = { type: 'LineString', coordinates: coordinates as never } as const
  return { type: 'Feature', geometry, properties }
}

export function makePointFeature(
  { lat, lon }: { lat: number; lon: number },
  properties: DrawnFeature['properties'],
): DrawnFeature {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] as never },
    properties,
  }
}

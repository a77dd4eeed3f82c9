import { decodePolyline } from '#ground/geo'
import type { Terrain } from '#ground/terrain'
import { distanceText, durationText } from '../format.ts'
import { AlongLine, type LinePoint } from '../map/along.ts'
import type { Drawing, DrawnFeature } from '../map/drawing.ts'
import { gradeColor } from './grades.ts'

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

/** Longitudes and latitudes of a leg. */
export function legLine({ shape }: FoundLeg): LinePoint[] {
  return decodePolyline(shape).map(({ lat, lon }) => [lon, lat] as const)
}

export function routeLine(route: Pick<FoundRoute, 'legs'>): LinePoint[] {
  return route.legs.flatMap((leg, i) => legLine(leg).slice(i === 0 ? 0 : 1))
}

/** Of a drawing: the line of a route, and its time, distance and ascent. */
export function alongRoute(route: FoundRoute): Pick<Drawing, 'line' | 'summary'> {
  const { duration_seconds, distance_meters, terrain } = route
  const ascent = terrain && `${Math.round(terrain.total_ascent_meters)} m up`
  const parts = [durationText(duration_seconds), distanceText(distance_meters), ascent]
  return { line: routeLine(route), summary: parts.filter(Boolean).join(' · ') }
}

/** The legs of a route, in the colours of its grades where it has heights. */
export function routeFeatures(route: FoundRoute, withGrades: boolean): DrawnFeature[] {
  const profile = withGrades ? route.terrain?.elevation_profile : undefined
  let before = 0
  return route.legs.flatMap((leg, index) => {
    const item = route.legs.length > 1 ? `Leg ${index + 1}` : 'Route'
    const line = legLine(leg)
    const start = before
    before += leg.distance_meters
    if (!profile || line.length < 2) return [lineFeature(line, { kind: 'route', leg: index, item })]
    return gradedFeatures(line, { leg: index, item, start, length: leg.distance_meters, profile })
  })
}

function gradedFeatures(
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
  /** The profile's metres are the engine's, the line's are ours. */
  const scale = part.length > 0 ? along.lengthMeters / part.length : 1
  const features: DrawnFeature[] = []
  let run: { color: string; from: number; to: number } | undefined
  const end = () => {
    if (!run) return
    const piece = along.part(run.from, run.to)
    if (piece.length > 1)
      features.push(lineFeature(piece, { kind: 'route', leg, item, color: run.color }))
  }
  for (let i = 1; i < part.profile.length; i++) {
    const [a, b] = [part.profile[i - 1]!, part.profile[i]!]
    const from = (a.distance_meters - part.start) * scale
    const to = (b.distance_meters - part.start) * scale
    if (to <= 0 || from >= along.lengthMeters) continue
    const color = gradeColor(gradeAround(part.profile, i))
    if (run?.color === color) run.to = to
    else {
      end()
      run = { color, from: Math.max(0, from), to }
    }
  }
  end()
  return features.length > 0 ? features : [lineFeature(line, { kind: 'route', leg, item })]
}

/** Metres over which a grade is taken, as `max_grade_percent` of an answer. */
const gradeMeters = 150

/** Percent, over the stretch around the segment before a sample. */
function gradeAround(profile: Terrain['elevation_profile'], i: number): number {
  let [from, to] = [i - 1, i]
  const length = () => profile[to]!.distance_meters - profile[from]!.distance_meters
  while (length() < gradeMeters && (from > 0 || to < profile.length - 1)) {
    if (from > 0) from--
    if (to < profile.length - 1) to++
  }
  const rise = profile[to]!.elevation_meters - profile[from]!.elevation_meters
  return (100 * rise) / Math.max(1, length())
}

export function lineFeature(
  coordinates: readonly LinePoint[],
  properties: DrawnFeature['properties'],
): DrawnFeature {
  const geometry = { type: 'LineString', coordinates: coordinates as never } as const
  return { type: 'Feature', geometry, properties }
}

export function pointFeature(
  { lat, lon }: { lat: number; lon: number },
  properties: DrawnFeature['properties'],
): DrawnFeature {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] as never },
    properties,
  }
}

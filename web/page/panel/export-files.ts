import { AlongLine, type LinePoint } from '../map/along.ts'
import type { DrawnFeature } from '../map/drawing.ts'
import type { Waypoint } from '../state.ts'
import type { HeightProfile } from './profile-data.ts'

/** Formats everything that is drawn, and the stops, as GeoJSON. */
export function toGeojson(features: readonly DrawnFeature[], points: readonly Waypoint[]): string {
  const stops = points.map(({ lat, lon, label }, i) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: { kind: 'stop', index: i, ...(label && { name: label }) },
  }))
  return JSON.stringify({ type: 'FeatureCollection', features: [...features, ...stops] }, null, 1)
}

/** Formats the line as a GPX 1.1 track, with heights where they are known. */
export function toGpx(
  line: readonly LinePoint[],
  points: readonly Waypoint[],
  profile: HeightProfile | undefined,
): string {
  const { meters } = new AlongLine(line)
  const stops = points.map(
    ({ lat, lon, label }) => `  <wpt lat="${lat}" lon="${lon}">${toNameElement(label)}</wpt>`,
  )
  const track = line.map(([lon, lat], i) => {
    const height = profile && interpolateHeight(profile, meters[i]!)
    const ele = height === undefined ? '' : `<ele>${height.toFixed(1)}</ele>`
    return `      <trkpt lat="${lat}" lon="${lon}">${ele}</trkpt>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Cairn" xmlns="http://www.topografix.com/GPX/1/1">
${stops.join('\n')}
  <trk>
    <trkseg>
${track.join('\n')}
    </trkseg>
  </trk>
</gpx>
`
}

/** Interpolates the height between the samples of the profile. */
function interpolateHeight({ kilometers, heights, scale }: HeightProfile, meters: number): number {
  const at = meters / scale / 1000
  const next = kilometers.findIndex((value) => value >= at)
  if (next < 0) return heights.at(-1)!
  if (next === 0) return heights[0]!
  const [from, to] = [kilometers[next - 1]!, kilometers[next]!]
  const share = to > from ? (at - from) / (to - from) : 0
  return heights[next - 1]! + share * (heights[next]! - heights[next - 1]!)
}

function toNameElement(label: string | undefined): string {
  if (!label) return ''
  const escaped = label.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<name>${escaped}</name>`
}

/**
 * Reads the positions of the tracks in a GPX file, or else of its routes, or else of its waypoints. A kind with a
 * single position is skipped.
 */
export function readTracePoints(gpx: string): { lat: number; lon: number; time?: number }[] {
  const document = new DOMParser().parseFromString(gpx, 'application/xml')
  for (const name of ['trkpt', 'rtept', 'wpt']) {
    const points = [...document.getElementsByTagName(name)].flatMap((element) => {
      const lat = Number(element.getAttribute('lat') ?? 'none')
      const lon = Number(element.getAttribute('lon') ?? 'none')
      if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return []
      const time = Date.parse(element.getElementsByTagName('time')[0]?.textContent ?? '') / 1000
      return [{ lat, lon, ...(Number.isFinite(time) && { time }) }]
    })
    if (points.length > 1) return withTimes(points)
  }
  return []
}

/** Keeps the times only if all points have one and they never decrease. */
function withTimes<P extends { time?: number }>(points: P[]): P[] {
  const isTimed = points.every(({ time }, i) => {
    const before = points[i - 1]?.time
    return time !== undefined && (before === undefined || time >= before)
  })
  return isTimed ? points : points.map(({ time: _, ...point }) => point as P)
}

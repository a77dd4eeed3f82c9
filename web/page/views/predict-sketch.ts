import { metersPerDegreeEast, metersPerDegreeNorth } from '#ground/geo'
import type { PredictFiles, SearchPolygon } from '../ground.ts'
import type { DrawnFeature } from '../map/drawing.ts'
import type { PageState, Waypoint } from '../state.ts'
import { numberField } from './fields.ts'
import { areaTypeOf, detectionOf, pathPoints, ringOf } from './predict-input.ts'
import { lineFeature } from './route-lines.ts'

const circleCorners = 72
// Seen on the light and on the dark map.
const areaColor = '#8957e5'
const segmentColor = '#388bfd'
const searchedColor = '#7d8590'

/** The area, the segments and the searched ground of a prediction, before it is asked for. */
export function predictSketch(state: PageState, files: PredictFiles): DrawnFeature[] {
  const { segments, searched } = files
  return [
    ...areaFeatures(state, files),
    ...(searched?.grounds ?? []).map((ground) => {
      const share = ground.probabilityOfDetection ?? detectionOf(state)
      const item = `Searched, detection ${Math.round(100 * share)} %: ${ground.name}`
      return groundFeature(ground, { item, color: searchedColor, opacity: 0.25 })
    }),
    ...(segments?.grounds ?? []).map((ground) =>
      groundFeature(ground, {
        item: `Segment: ${ground.name}`,
        label: ground.name,
        color: segmentColor,
        opacity: 0,
      }),
    ),
  ]
}

function areaFeatures(state: PageState, files: PredictFiles): DrawnFeature[] {
  const type = areaTypeOf(state)
  const [seen] = state.points
  if (type === 'circle') {
    const km = numberField(state, 'predict.radius', 2)
    return seen && km > 0 ? [areaFeature(circleRing(seen, 1000 * km))] : []
  }
  if (type === 'path') {
    const points = pathPoints(state, files)
    // The points of a file cannot be dragged, so its line has no legs.
    return files.path ? [legFeature(points, 'Path')] : legFeatures(points, 'Path')
  }
  const ring = ringOf(state.points)
  const edges = ring.map(([lon, lat]) => ({ lat: lat!, lon: lon! }))
  return [...(ring.length >= 4 ? [areaFeature(ring)] : []), ...legFeatures(edges, '')]
}

function areaFeature(ring: number[][]): DrawnFeature {
  const geometry = { type: 'Polygon', coordinates: [ring] as never } as const
  const look = { kind: 'area' as const, color: areaColor, opacity: 0.08 }
  return { type: 'Feature', geometry, properties: { ...look, item: 'Area of the prediction' } }
}

function groundFeature(
  { geometry }: SearchPolygon,
  look: { item: string; label?: string; color: string; opacity: number },
): DrawnFeature {
  const { type, coordinates } = geometry
  return {
    type: 'Feature',
    geometry: { type, coordinates: coordinates as never },
    properties: { kind: 'area', ...look },
  }
}

/** A line for each pair of points, so that one can be dragged to add a point to it. */
function legFeatures(points: readonly Waypoint[], item: string): DrawnFeature[] {
  return points.slice(1).map((point, i) => legFeature([points[i]!, point], item, { leg: i }))
}

function legFeature(points: readonly Waypoint[], item: string, leg: { leg?: number } = {}) {
  const line = points.map(({ lat, lon }) => [lon, lat] as const)
  return lineFeature(line, { kind: 'trace', color: areaColor, item, ...leg })
}

/** A circle on the ground as a ring. */
export function circleRing({ lat, lon }: Waypoint, radiusMeters: number): number[][] {
  const [east, north] = [metersPerDegreeEast(lat), metersPerDegreeNorth(lat)]
  return Array.from({ length: circleCorners + 1 }, (_, i) => {
    const turn = (2 * Math.PI * (i % circleCorners)) / circleCorners
    return [
      lon + (radiusMeters * Math.sin(turn)) / east,
      lat + (radiusMeters * Math.cos(turn)) / north,
    ]
  })
}

import { metersPerDegreeEast, metersPerDegreeNorth } from '#ground/geo'
import type { PredictFiles, SearchPolygon } from '../ground.ts'
import type { DrawnFeature } from '../map/drawing.ts'
import type { PageState, Waypoint } from '../state.ts'
import { readNumberField } from './fields.ts'
import { makeRing, pickPathPoints, readAreaType, readDetection } from './predict-input.ts'
import { makeLineFeature } from './route-lines.ts'

const circleCorners = 72
// Visible on the light and on the dark map.
const areaColor = '#8957e5'
const segmentColor = '#388bfd'
const searchedColor = '#7d8590'

/** Draws the area, the segments and the searched ground of a prediction before its request. */
export function drawPredictSketch(state: PageState, files: PredictFiles): DrawnFeature[] {
  const { segments, searched } = files
  return [
    ...drawArea(state, files),
    ...(searched?.grounds ?? []).map((ground) => {
      const share = ground.probabilityOfDetection ?? readDetection(state)
      const item = `Searched, detection ${Math.round(100 * share)} %: ${ground.name}`
      return makeGroundFeature(ground, { item, color: searchedColor, opacity: 0.25 })
    }),
    ...(segments?.grounds ?? []).map((ground) =>
      makeGroundFeature(ground, {
        item: `Segment: ${ground.name}`,
        label: ground.name,
        color: segmentColor,
        opacity: 0,
      }),
    ),
  ]
}

function drawArea(state: PageState, files: PredictFiles): DrawnFeature[] {
  const type = readAreaType(state)
  const [lastSeen] = state.points
  if (type === 'circle') {
    const km = readNumberField(state, 'predict.radius', 2)
    return lastSeen && km > 0 ? [makeAreaFeature(makeCircleRing(lastSeen, 1000 * km))] : []
  }
  if (type === 'path') {
    const points = pickPathPoints(state, files)
    // The points of a file cannot be dragged, so its line has no legs.
    return files.path ? [makeLegFeature(points, 'Path')] : makeLegFeatures(points, 'Path')
  }
  const ring = makeRing(state.points)
  const edges = ring.map(([lon, lat]) => ({ lat: lat!, lon: lon! }))
  return [...(ring.length >= 4 ? [makeAreaFeature(ring)] : []), ...makeLegFeatures(edges, '')]
}

function makeAreaFeature(ring: number[][]): DrawnFeature {
  const geometry = { type: 'Polygon', coordinates: [ring] as never } as const
  const look = { kind: 'area' as const, color: areaColor, opacity: 0.08 }
  return { type: 'Feature', geometry, properties: { ...look, item: 'Area of the prediction' } }
}

function makeGroundFeature(
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

/** Makes a line for each pair of points. Dragging a line adds a point to it. */
function makeLegFeatures(points: readonly Waypoint[], item: string): DrawnFeature[] {
  return points.slice(1).map((point, i) => makeLegFeature([points[i]!, point], item, { leg: i }))
}

function makeLegFeature(points: readonly Waypoint[], item: string, leg: { leg?: number } = {}) {
  const line = points.map(({ lat, lon }) => [lon, lat] as const)
  return makeLineFeature(line, { kind: 'trace', color: areaColor, item, ...leg })
}

/** Approximates a circle on the ground by a closed ring. */
export function makeCircleRing({ lat, lon }: Waypoint, radiusMeters: number): number[][] {
  const [east, north] = [metersPerDegreeEast(lat), metersPerDegreeNorth(lat)]
  return Array.from({ length: circleCorners + 1 }, (_, i) => {
    const turn = (2 * Math.PI * (i % circleCorners)) / circleCorners
    return [
      lon + (radiusMeters * Math.sin(turn)) / east,
      lat + (radiusMeters * Math.cos(turn)) / north,
    ]
  })
}

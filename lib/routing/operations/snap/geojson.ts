import {
  decodePolyline,
  type Feature,
  type FeatureCollection,
  makeFeatureCollection,
  type Position,
} from '#ground/geo'
import type { Snapped } from './snap.ts'

/**
 * Converts a matched trace to GeoJSON: a line for each piece, with the fields of its leg except the shape; then a
 * point for every point of the trace. The route's totals, the edges and the confidence are members of the collection.
 */
export function snappedToGeojson({ route, matched_points, ...rest }: Snapped): FeatureCollection {
  const { legs, ...totals } = route
  const lines = legs.map(({ shape, ...leg }, index): Feature => {
    const positions = decodePolyline(shape)
    // RFC 7946 requires two positions in a line, even for a trace that stands still.
    if (positions.length === 1) positions.push(positions[0]!)
    const coordinates = positions.map(({ lat, lon }): Position => [lon, lat])
    return {
      type: 'Feature',
      geometry: { type: 'LineString', coordinates },
      properties: { kind: 'piece', index, ...leg },
    }
  })
  const points = matched_points.map(
    ({ lat, lon, ...point }, index): Feature => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lon, lat] },
      properties: { kind: 'matched_point', index, ...point },
    }),
  )
  return makeFeatureCollection([...lines, ...points], { ...rest, route: totals })
}

import {
  type FeatureCollection,
  featureCollection,
  type LineString,
  type Point,
  type Position,
} from '../geo/index.ts'
import type { ElevationResponse } from './schemas/index.ts'

/**
 * An elevation answer as GeoJSON: one line, or a point when there is only one position, with the height
 * as third element of each position. A position without a height has two elements, since RFC 7946 has
 * no other way to leave it open.
 */
export function elevationToGeojson(answer: ElevationResponse): FeatureCollection {
  const { shape, height, range_height, summary } = answer
  const coordinates = shape.map(({ lat, lon }, i): Position => {
    const ele = range_height ? range_height[i]![1] : height![i]!
    return ele === null ? [lon, lat] : [lon, lat, ele]
  })
  const geometry: Point | LineString =
    coordinates.length === 1
      ? { type: 'Point', coordinates: coordinates[0]! }
      : { type: 'LineString', coordinates }
  const properties = {
    kind: 'elevation',
    summary,
    ...(range_height && { distances: range_height.map(([distance]) => distance) }),
  }
  return featureCollection([{ type: 'Feature', geometry, properties }])
}

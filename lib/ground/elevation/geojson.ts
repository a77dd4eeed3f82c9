import {
  type FeatureCollection,
  featureCollection,
  type LineString,
  type Point,
  type Position,
} from '#ground/geo'
import type { ElevationResponse } from './schemas/index.ts'

/**
 * An elevation response as GeoJSON: a line, or a point for a single position, with the height as third
 * element of each position; RFC 7946 has no null there, so positions without a height have two elements.
 */
export function elevationToGeojson(response: ElevationResponse): FeatureCollection {
  const { shape, height, range_height, summary } = response
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

import {
  type FeatureCollection,
  type LineString,
  makeFeatureCollection,
  type Point,
  type Position,
} from '#ground/geo'
import type { ElevationResponse } from './schemas/index.ts'

/**
 * Converts an elevation response to GeoJSON: a line, or a point for a single position, with the height as third
 * element of each position. RFC 7946 does not allow null there, so positions without a height have two elements.
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
  return makeFeatureCollection([{ type: 'Feature', geometry, properties }])
}

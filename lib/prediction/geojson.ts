import type { BBox, Feature, FeatureCollection, Position } from '../geo/index.ts'
import { hexGeometry } from './hex-geometry.ts'
import type { PredictResponse } from './schemas/index.ts'

/**
 * A predict answer as GeoJSON: the hexagons with their scores, the highest first, and beside them what
 * is said of all.
 */
export function predictToGeojson({ results, top_results, ...about }: PredictResponse) {
  const features: Feature[] = results.map((properties) => ({
    type: 'Feature',
    geometry: hexGeometry(properties.hex),
    properties,
  }))
  const collection: FeatureCollection = { type: 'FeatureCollection', features }
  const bbox = boxOf(features)
  return { ...collection, ...(bbox && { bbox }), ...about }
}

/** By RFC 7946 the west of a box over the antimeridian is the larger number. */
function boxOf(features: readonly Feature[]): BBox | undefined {
  const positions = features.flatMap(({ geometry }) => {
    const { coordinates } = geometry as { coordinates: Position[][] | Position[][][] }
    return coordinates.flat(geometry?.type === 'MultiPolygon' ? 2 : 1) as Position[]
  })
  if (positions.length === 0) return undefined
  const from = positions[0]![0]
  const box: BBox = [0, 90, 0, -90]
  for (const [lon, lat] of positions) {
    const turn = signed(lon - from)
    box[0] = Math.min(box[0], turn)
    box[1] = Math.min(box[1], lat)
    box[2] = Math.max(box[2], turn)
    box[3] = Math.max(box[3], lat)
  }
  // Around a pole there is no west and no east.
  if (box[2] - box[0] > 180) return [-180, box[1], 180, box[3]]
  return [exact(from + box[0]), box[1], exact(from + box[2]), box[3]]
}

/** Degrees within -180 and 180, without what adding up has left beyond the sixth decimal. */
function exact(lon: number): number {
  const within = lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon
  return Math.round(within * 1e6) / 1e6 + 0
}

function signed(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360)
}

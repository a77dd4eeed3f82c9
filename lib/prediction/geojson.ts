import {
  type BBox,
  type Feature,
  type FeatureCollection,
  type Position,
  roundCoordinate,
  wrapDegrees,
} from '#ground/geo'
import { pause } from '#platform/concurrency'
import { hexGeometry } from './hex-geometry.ts'
import type { PredictResponse } from './schemas/index.ts'

const hexagonsPerPause = 250

/**
 * A predict response as GeoJSON: the hexagons with their scores, the highest first; what concerns all of
 * them as foreign members.
 */
export async function predictToGeojson(
  { results, top_results, ...about }: PredictResponse,
  signal?: AbortSignal,
) {
  const features: Feature[] = []
  for (const properties of results) {
    if (features.length % hexagonsPerPause === 0) await pause(signal)
    features.push({ type: 'Feature', geometry: hexGeometry(properties.hex), properties })
  }
  await pause(signal)
  const collection: FeatureCollection = { type: 'FeatureCollection', features }
  const bbox = boxOf(features)
  return { ...collection, ...(bbox && { bbox }), ...about }
}

/** Over the antimeridian the west of a box is the larger number (RFC 7946). */
function boxOf(features: readonly Feature[]): BBox | undefined {
  const positions = features.flatMap(({ geometry }) => {
    const { coordinates } = geometry as { coordinates: Position[][] | Position[][][] }
    return coordinates.flat(geometry?.type === 'MultiPolygon' ? 2 : 1) as Position[]
  })
  if (positions.length === 0) return undefined
  const from = positions[0]![0]
  const box: BBox = [0, 90, 0, -90]
  for (const [lon, lat] of positions) {
    const offset = wrapDegrees(lon - from)
    box[0] = Math.min(box[0], offset)
    box[1] = Math.min(box[1], lat)
    box[2] = Math.max(box[2], offset)
    box[3] = Math.max(box[3], lat)
  }
  // Around a pole a box has all longitudes.
  if (box[2] - box[0] > 180) return [-180, box[1], 180, box[3]]
  return [coordinate(from + box[0]), box[1], coordinate(from + box[2]), box[3]]
}

/** Degrees from -180 to 180, to six decimals again after the addition. */
function coordinate(lon: number): number {
  const within = lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon
  return roundCoordinate(within)
}

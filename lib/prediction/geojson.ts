import {
  type BBox,
  type Feature,
  type FeatureCollection,
  type Position,
  roundCoordinate,
  wrapDegrees,
} from '#ground/geo'
import { pause } from '#platform/concurrency'
import { toHexGeometry } from './hex-geometry.ts'
import type { PredictResponse } from './schemas/index.ts'

const hexagonsPerPause = 250

/**
 * Converts a predict response to GeoJSON: one feature per hexagon with its score, highest first. The other fields of
 * the response become foreign members.
 */
export async function predictToGeojson(
  { results, top_results, ...about }: PredictResponse,
  signal?: AbortSignal,
) {
  const features: Feature[] = []
  for (const properties of results) {
    if (features.length % hexagonsPerPause === 0) await pause(signal)
    features.push({ type: 'Feature', geometry: toHexGeometry(properties.hex), properties })
  }
  await pause(signal)
  const collection: FeatureCollection = { type: 'FeatureCollection', features }
  const bbox = computeBoundingBox(features)
  return { ...collection, ...(bbox && { bbox }), ...about }
}

/** Returns the bounding box of features. Across the antimeridian its west is larger than its east (RFC 7946). */
function computeBoundingBox(features: readonly Feature[]): BBox | undefined {
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
  // Around a pole the box spans all longitudes.
  if (box[2] - box[0] > 180) return [-180, box[1], 180, box[3]]
  return [wrapLongitude(from + box[0]), box[1], wrapLongitude(from + box[2]), box[3]]
}

/** Wraps a longitude to -180..180 degrees and rounds it to six decimals again after the addition. */
function wrapLongitude(lon: number): number {
  const within = lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon
  return roundCoordinate(within)
}

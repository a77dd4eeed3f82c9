import type { LatLon } from '#ground/geo'
import { ApiError } from '#platform/errors'
import { maxMatrixDistanceMeters } from '#routing/engine'
import type { TravelType } from '#routing/schemas'

/** The engine's radius of the Earth (midgard/constants.h). */
const engineRadiusMeters = 6_378_160.187

/** Measures a distance as the engine does for its limit: on a sphere, within 0.6 %. */
function measureStraightLine(from: LatLon, to: LatLon): number {
  const radians = Math.PI / 180
  const [a, b] = [from.lat * radians, to.lat * radians]
  const cosine =
    Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos((to.lon - from.lon) * radians)
  return Math.acos(Math.max(-1, Math.min(1, cosine))) * engineRadiusMeters
}

/** Finds the first pair whose straight-line distance exceeds the limit of the travel type. */
export function findPairOverLimit(
  sources: readonly LatLon[],
  targets: readonly LatLon[],
  travel: TravelType,
): { source: number; target: number; meters: number } | undefined {
  const limit = maxMatrixDistanceMeters[travel]
  for (const [source, from] of sources.entries()) {
    for (const [target, to] of targets.entries()) {
      const meters = measureStraightLine(from, to)
      if (meters > limit) return { source, target, meters }
    }
  }
  return undefined
}

/**
 * Throws `bad_request` with the first pair of these rows and columns over the limit of the travel type. A `null` cell
 * would claim that no route exists, which is unknown.
 */
export function assertPairsWithinLimit(
  sources: readonly LatLon[],
  targets: readonly LatLon[],
  rows: readonly number[],
  columns: readonly number[],
  travel: TravelType,
): void {
  const far = findPairOverLimit(
    rows.map((i) => sources[i]!),
    columns.map((j) => targets[j]!),
    travel,
  )
  if (!far) return
  const kilometers = (meters: number) => Math.round(meters / 1000).toLocaleString('en-US')
  const [source, target] = [`sources.${rows[far.source]}`, `targets.${columns[far.target]}`]
  const limit = kilometers(maxMatrixDistanceMeters[travel])
  const message =
    `is ${kilometers(far.meters)} km from ${target} in a straight line; at most ${limit} km are ` +
    `allowed for ${travel}`
  throw new ApiError('bad_request', `${source} ${message}.`, {
    fields: { details: [{ path: source, message }] },
  })
}

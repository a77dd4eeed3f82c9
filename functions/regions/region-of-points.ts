import { ApiError } from '../../lib/errors/index.ts'
import { type Bounds, distanceMeters, type LatLon, marginDegrees } from '../../lib/geo/index.ts'

/** A region, and the box around its roads. */
export interface RegionExtent {
  name: string
  bounds: Bounds
}

/** As far as a location may lie from a road (`maxSnapDistanceMeters` of `lib/routing`): so far a region reaches. */
const reachMeters = 2_000

/**
 * The regions that may answer a request with these points, the likeliest first; each after the first is for the
 * case that those before it have no road or no data there, as boxes reach over borders:
 *
 * 1. Of regions that reach all points (within 2 km of their box): those with the most points inside the box
 *    itself, then the smallest box.
 * 2. Where some point is in no region, the one that reaches the others: it says what is wrong with that point.
 * 3. Where no point is in any region, the nearest.
 *
 * @throws ApiError `across_regions` when no region reaches all points that are in one.
 */
export function regionsOfPoints(
  points: readonly LatLon[],
  extents: readonly RegionExtent[],
): readonly string[] {
  const bySize = extents.toSorted((a, b) => squareDegrees(a.bounds) - squareDegrees(b.bounds))
  const located = points.filter((point) => bySize.some((extent) => reaches(extent, point)))
  if (located.length === 0) return [nearest(points[0], bySize)]
  const common = bySize.filter((extent) => located.every((point) => reaches(extent, point)))
  if (common.length === 0) throw acrossRegions(regionsApart(located, bySize))
  const outside = (extent: RegionExtent) =>
    located.filter((point) => !contains(extent, point)).length
  return common.toSorted((a, b) => outside(a) - outside(b)).map(({ name }) => name)
}

/** `across_regions`, which names the regions. */
export function acrossRegions(regions: readonly string[]): ApiError {
  const named = [regions.slice(0, -1).join(', '), regions.at(-1)].join(' and ')
  const message =
    `The request lies in the regions ${named}, which are served apart from each other: ` +
    'ask within one of them.'
  return new ApiError('across_regions', message, { fields: { regions: [...regions] } })
}

/** A region for each point that those before have not. */
function regionsApart(points: readonly LatLon[], bySize: readonly RegionExtent[]): string[] {
  const chosen: RegionExtent[] = []
  for (const point of points) {
    if (chosen.some((extent) => reaches(extent, point))) continue
    const holder = bySize.find((extent) => contains(extent, point))
    chosen.push(holder ?? bySize.find((extent) => reaches(extent, point))!)
  }
  return chosen.map(({ name }) => name)
}

function contains({ bounds }: RegionExtent, { lat, lon }: LatLon): boolean {
  const { min_lat, min_lon, max_lat, max_lon } = bounds
  return lat >= min_lat && lat <= max_lat && lon >= min_lon && lon <= max_lon
}

/** Whether a point lies in the region or within 2 km of its box. */
export function reaches({ name, bounds }: RegionExtent, point: LatLon): boolean {
  const { min_lat, min_lon, max_lat, max_lon } = bounds
  const { lat, lon } = marginDegrees(bounds, reachMeters)
  const around = {
    ...{ min_lat: min_lat - lat, min_lon: min_lon - lon },
    ...{ max_lat: max_lat + lat, max_lon: max_lon + lon },
  }
  return contains({ name, bounds: around }, point)
}

function squareDegrees({ min_lat, min_lon, max_lat, max_lon }: Bounds): number {
  return (max_lat - min_lat) * (max_lon - min_lon)
}

function nearest(point: LatLon | undefined, extents: readonly RegionExtent[]): string {
  const distances = extents.map((extent) => (point ? metersTo(extent, point) : 0))
  return extents[distances.indexOf(Math.min(...distances))]!.name
}

function metersTo({ bounds }: RegionExtent, point: LatLon): number {
  const { min_lat, min_lon, max_lat, max_lon } = bounds
  const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))
  const edge = { lat: clamp(point.lat, min_lat, max_lat), lon: clamp(point.lon, min_lon, max_lon) }
  return distanceMeters(point, edge)
}

import type { LatLon } from '#ground/geo'
import { ApiError } from '#platform/errors'
import { cover, type Data, type RegionExtent } from './region-extent.ts'
import { joinNames } from './region-of-points.ts'

/** Maximum number of regions that are listed in a sentence. */
const maxNamed = 8

/** Names regions: `the region andorra`, or `the regions andorra and porto`. */
export function nameRegions(regions: readonly string[]): string {
  if (regions.length === 1) return `the region ${regions[0]}`
  return regions.length > maxNamed
    ? `the ${regions.length} regions that are served`
    : `the regions ${joinNames(regions)}`
}

/**
 * Replaces `this region` in a text of a domain with the names of regions. A domain knows only one region. With
 * several, a statement about one must not be mistaken for a statement about all, or vice versa.
 */
export function insertRegionNames(text: string, regions: readonly string[]): string {
  return text.replaceAll('this region', nameRegions(regions))
}

/** Finds the region around a position with latitude and longitude swapped; `undefined` if there is none. */
export function findSwapped(
  { lat, lon }: LatLon,
  extents: readonly RegionExtent[],
  data: Data,
): string | undefined {
  if (Math.abs(lon) > 90) return undefined
  const swapped = { lat: lon, lon: lat }
  return extents.find((extent) => extent.measureCover(swapped, data) !== cover.none)?.name
}

/** Returns whether no region has data at a position. */
export function isOutside(point: LatLon, extents: readonly RegionExtent[], data: Data): boolean {
  return extents.every(
    (extent) => !extent.mayKnow(point) && extent.measureCover(point, data) === cover.none,
  )
}

interface Asked {
  /** Positions of the request, in the order of `location_index`. */
  points: readonly LatLon[]
  /** Extents of the served regions. */
  extents: readonly RegionExtent[]
  data: Data
}

/**
 * Extends the error of one region, for a position outside all regions: it is outside the served regions, and whether
 * latitude and longitude seem to be swapped.
 */
export function explainOutside(error: ApiError, { points, extents, data }: Asked): ApiError {
  const { location_index: index = 0 } = error.fields
  const point = points[index]
  if (!point || !isOutside(point, extents, data)) return error
  const swapped = findSwapped(point, extents, data)
  const served = nameRegions(extents.map(({ name }) => name))
  if (error.code === 'area_outside_data') {
    const having = extents.filter((extent) => extent.has(data)).map(({ name }) => name)
    const hint = swapped ? ` With lat and lng swapped it would lie in ${swapped}.` : ''
    const message = `The area lies outside the data of ${nameRegions(having)}.${hint}`
    return new ApiError(error.code, message, { cause: error, fields: error.fields })
  }
  if (error.code !== 'location_not_routable') return error
  const hint = swapped ? `; with latitude and longitude swapped it would lie in ${swapped}` : ''
  const message = `${error.message.replace(/\.$/, '')}: it lies outside ${served}${hint}.`
  return new ApiError(error.code, message, { cause: error, fields: error.fields })
}

/**
 * Writes a warning for an empty answer when latitude and longitude seem to be swapped; otherwise returns `undefined`.
 */
export function describeSwapped({ points, extents, data }: Asked): string | undefined {
  const [first] = points
  if (!first || !points.every((point) => isOutside(point, extents, data))) return undefined
  const swapped = findSwapped(first, extents, data)
  if (swapped === undefined) return undefined
  const would = points.length === 1 ? 'it would' : 'they would'
  const where = points.length === 1 ? 'the position lies' : 'the positions lie'
  return `${where} outside the data; with latitude and longitude swapped ${would} lie in the region ${swapped}`
}

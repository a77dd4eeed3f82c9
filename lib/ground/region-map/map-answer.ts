import { type Dataset, listAreas } from '#ground/dataset'
import { planRangedAnswer, type RangedAnswer } from '#platform/api'
import type { ByteRange } from '#platform/storage'
import { mapFiles, regionPath } from './map-files.ts'

export interface MapFileRequest {
  path: string
  /** Request headers by lower-case name. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Maximum bytes of one answer. Default: no maximum. */
  maxBytes?: number
  /** Cache-Control of the answer. */
  cacheControl: string
  /** Regions that are served, if a page can choose. */
  regions?: readonly string[]
}

/** Status and headers. The body is a text, a part of a stored file, or empty. */
export interface MapAnswer {
  statusCode: RangedAnswer['statusCode']
  headers: Record<string, string>
  text?: string
  part?: { key: string; range: ByteRange }
}

/**
 * Answers a GET of a path of the map. The ETag of a file is its SHA-256, so a browser notices another build.
 *
 * @returns undefined for another path, and for a file that the build does not contain.
 * @throws ApiError `bad_request` for a whole file over `maxBytes`.
 */
export function answerMapRequest(dataset: Dataset, request: MapFileRequest): MapAnswer | undefined {
  const { path, cacheControl, regions = [] } = request
  const headersOf = (type: string) => ({
    'content-type': type,
    'cache-control': cacheControl,
    'x-content-type-options': 'nosniff',
  })
  if (path === regionPath) {
    const text = JSON.stringify(describeRegion(dataset, regions))
    return { statusCode: 200, headers: headersOf('application/json'), text }
  }
  if (!Object.hasOwn(mapFiles, path)) return undefined
  const { file, type } = mapFiles[path]!
  const entry = dataset.entry(file)
  if (!entry) return undefined
  const ranged = planRangedAnswer(request, { size: entry.size, etag: `"${entry.sha256}"` })
  const { statusCode, range } = ranged
  return {
    statusCode,
    headers: { ...headersOf(type), ...ranged.headers },
    ...(range && { part: { key: dataset.fileKey(file), range } }),
  }
}

/** Returns the facts about the region that a page needs. */
function describeRegion({ name, build, manifest, has }: Dataset, regions: readonly string[]) {
  return {
    name,
    build,
    bounds: manifest.bounds,
    areas: listAreas(manifest),
    attribution: manifest.attribution,
    tiles: has('map.pmtiles'),
    terrain: has('terrain.tif'),
    predict: has('features.tif') && has('terrain.tif'),
    ...(regions.length > 1 && { regions }),
  }
}

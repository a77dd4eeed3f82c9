import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Dataset } from '../../../lib/dataset/index.ts'
import type { ByteRange, Storage } from '../../../lib/storage/index.ts'
import type { FileRoute } from '../file-routes.ts'
import { gatewayResponse } from '../invoke.ts'
import { answerInRange } from '../range.ts'
import type { Answer } from '../write-answer.ts'

export interface MapRoutesOptions {
  storage: Storage
  /** The build that is served; undefined until there is one. */
  dataset(): Promise<Dataset | undefined>
}

/** What of a build the map is drawn from, by path. */
const mapFiles: Readonly<Record<string, { file: string; type: string }>> = {
  '/map/tiles.pmtiles': { file: 'map.pmtiles', type: 'application/vnd.pmtiles' },
  '/map/terrain.tif': { file: 'terrain.tif', type: 'image/tiff' },
}
const regionPath = '/map/region.json'

/** Bytes that are read at a time. */
const chunkBytes = 256 * 1024

/**
 * The region as a map: `GET /map/region.json`, `/map/tiles.pmtiles` and `/map/terrain.tif`, the files by
 * range. Their ETag is the SHA-256 of the file, so a browser notices another build.
 */
export class MapRoutes {
  readonly #options: MapRoutesOptions

  constructor(options: MapRoutesOptions) {
    this.#options = options
  }

  match(path: string): FileRoute | undefined {
    const file = Object.hasOwn(mapFiles, path) ? mapFiles[path] : undefined
    if (!file && path !== regionPath) return undefined
    return {
      methods: ['GET', 'HEAD'],
      answer: async (request) => {
        const dataset = await this.#options.dataset()
        if (!dataset) return gatewayResponse('INTEGRATION_FAILURE', {})
        return file ? this.#file(dataset, file, request) : regionOf(dataset)
      },
    }
  }

  #file(
    dataset: Dataset,
    { file, type }: { file: string; type: string },
    request: IncomingMessage,
  ): Answer {
    const entry = dataset.entry(file)
    if (!entry) return gatewayResponse('RESOURCE_NOT_FOUND', {})
    const { storage } = this.#options
    const key = dataset.fileKey(file)
    const etag = `"${entry.sha256}"`
    const headers = {
      'content-type': type,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    }
    if (request.headers['if-none-match'] === etag)
      return { statusCode: 304, headers: { ...headers, etag }, body: '' }
    const stream = (range: ByteRange) => Readable.from(chunksOf(storage, key, range))
    return answerInRange(request, { size: entry.size, etag, stream }, headers)
  }
}

async function* chunksOf(
  storage: Storage,
  key: string,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  for (let from = start; from < end; from += chunkBytes) {
    const range = { start: from, end: Math.min(end, from + chunkBytes) }
    yield (await storage.get(key, { range })).bytes
  }
}

/** What a page needs to know of the region. */
function regionOf({ name, build, manifest, has }: Dataset): Answer {
  const body = {
    ...{ name, build, bounds: manifest.bounds, attribution: manifest.attribution },
    ...{ tiles: has('map.pmtiles'), terrain: has('terrain.tif') },
    predict: has('features.tif') && has('terrain.tif'),
  }
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' }
  return { statusCode: 200, headers, body: JSON.stringify(body) }
}

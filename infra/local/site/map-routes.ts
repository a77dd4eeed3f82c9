import { Readable } from 'node:stream'
import type { Dataset } from '#ground/dataset'
import { answerMapRequest, mapPaths } from '#ground/region-map'
import { ApiError } from '#platform/errors'
import type { ByteRange, Storage } from '#platform/storage'
import type { FileRoute } from '../file-routes.ts'
import { renderGatewayResponse } from '../invoke.ts'
import type { Answer } from '../write-answer.ts'

export interface MapRoutesOptions {
  storage: Storage
  regions: readonly string[]
  /** Returns the served build of a region; undefined until it exists. */
  dataset(region: string): Promise<Dataset | undefined>
}

/** Bytes per read. */
const chunkBytes = 256 * 1024

/** Routes of the region's map (`lib/ground/region-map`), with its files as streams. */
export class MapRoutes {
  readonly #options: MapRoutesOptions

  constructor(options: MapRoutesOptions) {
    this.#options = options
  }

  match(path: string): FileRoute | undefined {
    if (!mapPaths.includes(path)) return undefined
    return {
      methods: ['GET', 'HEAD'],
      answer: async ({ headers, method }, query) => {
        const { regions } = this.#options
        const region = query.get('region') ?? regions[0]!
        if (!regions.includes(region)) return refuseRegion(regions)
        const dataset = await this.#options.dataset(region)
        if (!dataset) return renderGatewayResponse('INTEGRATION_FAILURE', {})
        const found = answerMapRequest(dataset, {
          path,
          headers,
          cacheControl: 'no-cache',
          regions,
        })
        if (!found) return renderGatewayResponse('RESOURCE_NOT_FOUND', {})
        const { part, text = '', ...answer } = found
        if (!part) return { ...answer, body: text }
        const lengthBytes = part.range.end - part.range.start
        const { storage } = this.#options
        const stream =
          method !== 'HEAD' && Readable.from(streamChunks(storage, part.key, part.range))
        return { ...answer, body: '', lengthBytes, ...(stream && { stream }) }
      },
    }
  }
}

function refuseRegion(regions: readonly string[]): Answer {
  const error = new ApiError('bad_request', `region must be one of: ${regions.join(', ')}.`)
  const headers = { 'content-type': 'application/json' }
  return { statusCode: error.status, headers, body: JSON.stringify(error) }
}

async function* streamChunks(
  storage: Storage,
  key: string,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  for (let from = start; from < end; from += chunkBytes) {
    const range = { start: from, end: Math.min(end, from + chunkBytes) }
    yield (await storage.get(key, { range })).bytes
  }
}

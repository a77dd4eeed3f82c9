import { Readable } from 'node:stream'
import type { Dataset } from '../../../lib/dataset/index.ts'
import { mapAnswer, mapPaths } from '../../../lib/region-map/index.ts'
import type { ByteRange, Storage } from '../../../lib/storage/index.ts'
import type { FileRoute } from '../file-routes.ts'
import { gatewayResponse } from '../invoke.ts'

export interface MapRoutesOptions {
  storage: Storage
  /** The build that is served; undefined until there is one. */
  dataset(): Promise<Dataset | undefined>
}

/** Bytes that are read at a time. */
const chunkBytes = 256 * 1024

/** The region as a map (`lib/region-map`), its files as streams. */
export class MapRoutes {
  readonly #options: MapRoutesOptions

  constructor(options: MapRoutesOptions) {
    this.#options = options
  }

  match(path: string): FileRoute | undefined {
    if (!mapPaths.includes(path)) return undefined
    return {
      methods: ['GET', 'HEAD'],
      answer: async ({ headers, method }) => {
        const dataset = await this.#options.dataset()
        if (!dataset) return gatewayResponse('INTEGRATION_FAILURE', {})
        const found = mapAnswer(dataset, { path, headers, cacheControl: 'no-cache' })
        if (!found) return gatewayResponse('RESOURCE_NOT_FOUND', {})
        const { part, text = '', ...answer } = found
        if (!part) return { ...answer, body: text }
        const lengthBytes = part.range.end - part.range.start
        const { storage } = this.#options
        const stream = method !== 'HEAD' && Readable.from(chunksOf(storage, part.key, part.range))
        return { ...answer, body: '', lengthBytes, ...(stream && { stream }) }
      },
    }
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

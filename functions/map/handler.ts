import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { Dataset } from '#ground/dataset'
import { answerMapRequest } from '#ground/region-map'
import { logger } from '#platform/api'
import { ApiError, unavailable } from '#platform/errors'
import type { Storage } from '#platform/storage'
import { checkAskedRegion } from '../regions/index.ts'
import { listServedRegions } from '../served-regions.ts'
import { watchRegion } from '../watch-region.ts'

export interface ServedMap {
  dataset: Dataset
  storage: Pick<Storage, 'get'>
}

/**
 * Maximum bytes of one answer. A function's answer may have 6 MB, and base64 adds a third. Tiles and blocks of
 * elevation are far smaller.
 */
export const maxSliceBytes = 4 * 1024 * 1024

/** Clients see a new build within a minute and a half, because the function checks for builds every 30 s. */
const cacheControl = 'public, max-age=60'

/**
 * Makes the handler of `GET /map/*`: the data that a page needs to draw the region (`lib/ground/region-map`), without
 * a key. It is only reachable through the site's distribution, by a function URL. When several regions are served,
 * the parameter `region` selects one, by default the first.
 */
export function makeMapHandler(served: (region: string) => Promise<ServedMap>) {
  const regions = listServedRegions()
  const handler = async (
    event: Pick<
      APIGatewayProxyEventV2,
      'rawPath' | 'headers' | 'requestContext' | 'queryStringParameters'
    >,
  ): Promise<APIGatewayProxyStructuredResultV2> => {
    const { method } = event.requestContext.http
    try {
      if (method !== 'GET' && method !== 'HEAD') {
        throw new ApiError('method_not_allowed', undefined, { headers: { allow: 'GET, HEAD' } })
      }
      const region = event.queryStringParameters?.region ?? regions[0]!
      checkAskedRegion(region)
      return await answerRequest(await served(region), { ...event, regions }, method === 'HEAD')
    } catch (error) {
      const refusal = error instanceof ApiError ? error : unavailable(error)
      if (refusal.status >= 500) {
        logger.error('the map cannot be read', { error: (refusal.cause ?? refusal) as Error })
      }
      return {
        statusCode: refusal.status,
        headers: {
          'content-type': 'application/json',
          'cache-control': 'no-store',
          ...refusal.headers,
        },
        body: JSON.stringify(refusal),
      }
    }
  }
  const warm = async (): Promise<void> => {
    await Promise.all(regions.map((region) => served(region)))
  }
  return Object.assign(handler, { warm })
}

async function answerRequest(
  { dataset, storage }: ServedMap,
  {
    rawPath: path,
    headers,
    regions,
  }: Pick<APIGatewayProxyEventV2, 'rawPath' | 'headers'> & { regions: readonly string[] },
  isHead: boolean,
): Promise<APIGatewayProxyStructuredResultV2> {
  const found = answerMapRequest(dataset, {
    path,
    headers,
    cacheControl,
    regions,
    maxBytes: maxSliceBytes,
  })
  if (!found) throw new ApiError('not_found')
  const { part, text = '', ...answer } = found
  if (isHead) return { ...answer, body: '' }
  if (!part) return { ...answer, body: text }
  const { bytes } = await storage.get(part.key, { range: part.range })
  return { ...answer, body: Buffer.from(bytes).toString('base64'), isBase64Encoded: true }
}

export const handler = makeMapHandler(
  watchRegion({ files: [], open: async (dataset, storage) => ({ dataset, storage }) }),
)

import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { Dataset } from '#ground/dataset'
import { mapAnswer } from '#ground/region-map'
import { logger } from '#platform/api'
import { ApiError, unavailable } from '#platform/errors'
import type { Storage } from '#platform/storage'
import { checkAskedRegion } from '../regions/index.ts'
import { servedRegions } from '../served-regions.ts'
import { watchRegion } from '../watch-region.ts'

export interface ServedMap {
  dataset: Dataset
  storage: Pick<Storage, 'get'>
}

/** An answer of a function is at most 6 MB, and base64 adds a third. Tiles and blocks of elevation are far smaller. */
export const maxSliceBytes = 4 * 1024 * 1024

/** A new build is seen within a minute and a half: builds are looked for every 30 s. */
const cacheControl = 'public, max-age=60'

/**
 * Makes the handler of `GET /map/*`: what a page needs to draw the region (`lib/ground/region-map`), without a key. It is
 * reached by the distribution of the site alone, through a function URL. Where several regions are served, the
 * parameter `region` names one, by default the first.
 */
export function map(served: (region: string) => Promise<ServedMap>) {
  const regions = servedRegions()
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
      return await answerOf(await served(region), { ...event, regions }, method === 'HEAD')
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

async function answerOf(
  { dataset, storage }: ServedMap,
  {
    rawPath: path,
    headers,
    regions,
  }: Pick<APIGatewayProxyEventV2, 'rawPath' | 'headers'> & { regions: readonly string[] },
  isHead: boolean,
): Promise<APIGatewayProxyStructuredResultV2> {
  const found = mapAnswer(dataset, {
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

export const handler = map(
  watchRegion({ files: [], open: async (dataset, storage) => ({ dataset, storage }) }),
)

import { gunzipSync, gzipSync } from 'node:zlib'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { maxKeptAnswerBytes } from '#platform/accounts'
import type { Call } from './call.ts'

/** Maximum bytes of a body to compress. Compressing a larger one to see whether it fits would delay other calls. */
const maxBodyBytes = 512 * 1024

/** Compression level: fast, for a few percent more bytes. */
const level = 3

/** Packs an answer to keep it for repeats of its call; returns `undefined` when it is too large. */
export function packAnswer(
  { warnings }: Pick<Call, 'warnings'>,
  { statusCode, headers, body }: APIGatewayProxyResult,
): Uint8Array | undefined {
  if (Buffer.byteLength(body) > maxBodyBytes) return undefined
  const kept = { statusCode, headers: { ...headers, 'x-warnings': warnings.header() }, body }
  const packed = gzipSync(JSON.stringify(kept), { level })
  return packed.length > maxKeptAnswerBytes ? undefined : packed
}

export function unpackAnswer(packed: Uint8Array): APIGatewayProxyResult {
  return JSON.parse(gunzipSync(packed).toString())
}

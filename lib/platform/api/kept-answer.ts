import { gunzipSync, gzipSync } from 'node:zlib'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { maxKeptAnswerBytes } from '#platform/accounts'
import type { Call } from './call.ts'

/** Larger bodies are not compressed to see whether they fit: that would delay other calls. */
const maxBodyBytes = 512 * 1024

/** Fast, for some percent more bytes. */
const level = 3

/** Packs an answer to keep it for repeats of its call; undefined for one that is too large. */
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

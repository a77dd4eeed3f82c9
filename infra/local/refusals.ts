import type { IncomingMessage } from 'node:http'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { type GatewayResponseType, maxQueryBytes, queryTooLargeMessage } from '#platform/api'
import { renderGatewayResponse } from './invoke.ts'
import type { RequestTarget } from './request-target.ts'

/** API Gateway's maximum for request line and headers together. */
export const maxHeadBytes = 10_240

/** A refusal by the gateway itself. */
export interface GatewayRefusal {
  type: GatewayResponseType
  /** Default: the message of the type. */
  message?: string
  /** Default: the status of the type. */
  status?: 408 | 417
}

export const bodyTooLarge: GatewayRefusal = { type: 'REQUEST_TOO_LARGE' }
const headTooLarge: GatewayRefusal = {
  type: 'REQUEST_TOO_LARGE',
  message: 'The request line and headers are over 10,240 bytes together.',
}
const queryTooLarge: GatewayRefusal = { type: 'REQUEST_TOO_LARGE', message: queryTooLargeMessage }
export const malformedQuery: GatewayRefusal = {
  type: 'BAD_REQUEST_PARAMETERS',
  message: 'The query string must be percent-encoded UTF-8.',
}
export const unknownExpectation: GatewayRefusal = {
  type: 'DEFAULT_4XX',
  message: 'The header expect may only be 100-continue.',
  status: 417,
}
const late: GatewayRefusal = {
  type: 'DEFAULT_4XX',
  message: 'The request did not arrive in time.',
  status: 408,
}

export function answerTo(
  { type, message, status }: GatewayRefusal,
  requestId: string,
  headers: Record<string, string> = {},
): APIGatewayProxyResult {
  const response = renderGatewayResponse(type, { requestId }, headers)
  return {
    ...response,
    statusCode: status ?? response.statusCode,
    body: message ? JSON.stringify({ ...JSON.parse(response.body), message }) : response.body,
  }
}

/** Returns the refusal of an invalid request line or header, after which the connection is closed. */
export function checkHead(
  request: IncomingMessage,
  target: RequestTarget,
): GatewayRefusal | undefined {
  const { rawHeaders, method = '', url = '', httpVersion } = request
  const values = (name: string) =>
    rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === name)
  const hosts = values('host').length
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    return { type: 'DEFAULT_4XX', message: 'Send exactly one header host.' }
  }
  const ambiguity = explainAmbiguousLength(httpVersion, values)
  if (ambiguity) return { type: 'DEFAULT_4XX', message: ambiguity }
  // ` HTTP/1.1\r\n`, then `: ` and `\r\n` of each header.
  const line = method.length + url.length + 12
  const head = rawHeaders.reduce((sum, text) => sum + text.length + 2, line)
  if (head > maxHeadBytes) return headTooLarge
  return target.query.length > maxQueryBytes ? queryTooLarge : undefined
}

/**
 * Explains why proxies may disagree on the end of the body (request smuggling, RFC 9112, 6.3 and 11.2). A proxy that
 * reads another length treats the rest as a separate request.
 */
function explainAmbiguousLength(
  httpVersion: string,
  values: (name: string) => string[],
): string | undefined {
  const encodings = values('transfer-encoding')
  const lengths = values('content-length')
  if (lengths.length > 1) return 'Send content-length once.'
  if (lengths.some((length) => !/^\d+$/.test(length))) return 'Send content-length as digits.'
  if (encodings.length === 0) return undefined
  if (httpVersion === '1.0') return 'Send transfer-encoding with HTTP/1.1 only.'
  if (encodings.length > 1) return 'Send transfer-encoding once.'
  if (encodings[0]!.toLowerCase() !== 'chunked') return 'The only transfer-encoding is chunked.'
  return lengths.length > 0 ? 'Send either content-length or transfer-encoding.' : undefined
}

/** Returns the refusal of input that the HTTP parser rejected. */
export function toGatewayRefusal(code: string | undefined): GatewayRefusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return late
  if (code === 'HPE_HEADER_OVERFLOW') return headTooLarge
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return bodyTooLarge
  return { type: 'DEFAULT_4XX' }
}

import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse,
} from '@modelcontextprotocol/server'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { JsonLimitError, RepeatedNameError, readJson } from '#platform/json'
import { quoteText } from './words.ts'

/** Maximum bytes of a request; enough for a trace of 20,000 points. */
export const maxRequestBytes = 1024 * 1024

/** Makes the HTTP request of an event, without its body. */
export function toRequest(event: APIGatewayProxyEvent, signal?: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, values] of Object.entries(event.multiValueHeaders ?? {})) {
    for (const value of values ?? []) headers.append(name, value)
  }
  // Only the authorizer needs the key.
  headers.delete('x-api-key')
  headers.delete('authorization')
  const url = new URL(event.path, 'https://tools.invalid')
  return new Request(url, { method: event.httpMethod, headers, ...(signal && { signal }) })
}

/**
 * Refuses a host that is not this server's, and the origin of a web page. Keys are for servers, and a page with a
 * rebound DNS name must not reach a server on its reader's machine.
 */
export function checkOrigin(
  request: Request,
  { requestContext }: APIGatewayProxyEvent,
  ownUrl: string | undefined,
): Response | undefined {
  const own = ownUrl && URL.canParse(ownUrl) ? [new URL(ownUrl).hostname] : []
  // A deployed gateway has selected the API by its host name.
  const hosts = requestContext.domainName
    ? [requestContext.domainName]
    : [...localhostAllowedHostnames(), ...own]
  return hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, hosts)
}

export type ParsedBody = { body: unknown } | { refusal: Response }

/** Reads a body as one JSON-RPC message. */
export async function readMessage({
  body,
  isBase64Encoded,
}: APIGatewayProxyEvent): Promise<ParsedBody> {
  const text = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : (body ?? '')
  if (Buffer.byteLength(text) > maxRequestBytes) {
    return { refusal: makeRpcError(413, -32_600, 'The request is over 1 MB.') }
  }
  let message: unknown
  try {
    message = await readJson(text)
  } catch (error) {
    if (error instanceof RepeatedNameError) {
      const sentence = `The field ${quoteText(error.path)} is given more than once.`
      return { refusal: makeRpcError(400, -32_600, sentence) }
    }
    if (error instanceof JsonLimitError) {
      return { refusal: makeRpcError(400, -32_600, `The message ${error.message}.`) }
    }
    return { refusal: makeRpcError(400, -32_700, 'The body must be one JSON-RPC message.') }
  }
  // One HTTP request is one call with one request id and one charge.
  if (Array.isArray(message)) {
    return {
      refusal: makeRpcError(400, -32_600, 'Send one JSON-RPC message, not an array of them.'),
    }
  }
  return { body: message }
}

/** Makes a refusal with a JSON-RPC code, before any method is read. */
export function makeRpcError(
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  const body = { jsonrpc: '2.0', error: { code, message }, id: null }
  return Response.json(body, { status, headers })
}

/** Converts a response to the result that a function returns to the gateway. */
export async function toProxyResult(
  response: Response,
  headers: Record<string, string>,
): Promise<APIGatewayProxyResult> {
  return {
    statusCode: response.status,
    headers: { ...Object.fromEntries(response.headers), ...headers, 'cache-control': 'no-store' },
    body: await response.text(),
  }
}

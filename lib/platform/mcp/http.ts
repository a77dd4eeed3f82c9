import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse,
} from '@modelcontextprotocol/server'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { JsonLimitError, RepeatedNameError, readJson } from '#platform/json'
import { quoted } from './words.ts'

/** Maximum bytes of a request: more than a trace of 20,000 points. */
export const maxRequestBytes = 1024 * 1024

/** The HTTP request of an event, without its body. */
export function requestOf(event: APIGatewayProxyEvent, signal?: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, values] of Object.entries(event.multiValueHeaders ?? {})) {
    for (const value of values ?? []) headers.append(name, value)
  }
  // The key is the authorizer's matter alone.
  headers.delete('x-api-key')
  headers.delete('authorization')
  const url = new URL(event.path, 'https://tools.invalid')
  return new Request(url, { method: event.httpMethod, headers, ...(signal && { signal }) })
}

/**
 * The refusal of a host that is not this server's, or of the origin of a web page: keys are for servers, and a page
 * that a name was rebound for must not reach a server on its reader's machine.
 */
export function refusalOfPlace(
  request: Request,
  { requestContext }: APIGatewayProxyEvent,
  ownUrl: string | undefined,
): Response | undefined {
  const own = ownUrl && URL.canParse(ownUrl) ? [new URL(ownUrl).hostname] : []
  // A deployed gateway has found the API by its name.
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
    return { refusal: rpcError(413, -32_600, 'The request is over 1 MB.') }
  }
  let message: unknown
  try {
    message = await readJson(text)
  } catch (error) {
    if (error instanceof RepeatedNameError) {
      const sentence = `The field ${quoted(error.path)} is given more than once.`
      return { refusal: rpcError(400, -32_600, sentence) }
    }
    if (error instanceof JsonLimitError) {
      return { refusal: rpcError(400, -32_600, `The message ${error.message}.`) }
    }
    return { refusal: rpcError(400, -32_700, 'The body must be one JSON-RPC message.') }
  }
  // One HTTP request is one call, with one request id and one charge.
  if (Array.isArray(message)) {
    return { refusal: rpcError(400, -32_600, 'Send one JSON-RPC message, not an array of them.') }
  }
  return { body: message }
}

/** A refusal before any method is looked at, with a code of JSON-RPC. */
export function rpcError(
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  const body = { jsonrpc: '2.0', error: { code, message }, id: null }
  return Response.json(body, { status, headers })
}

/** The answer as a function gives it to the gateway. */
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

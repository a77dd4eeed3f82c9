import type { IncomingMessage } from 'node:http'
import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent } from 'aws-lambda'

const stage = 'v1'
const api = 'local'
const arn = `arn:aws:execute-api:local:000000000000:${api}`

/**
 * The event API Gateway (REST, Lambda proxy) would send for this request. As there, a header or
 * parameter given several times has its last value in the plain map and all in the multi-value map.
 */
export function toEvent(
  request: IncomingMessage,
  url: URL,
  body: string | null,
  requestId: string,
): APIGatewayProxyEvent {
  // Without a prototype: a header may be named `constructor`.
  const multiValueHeaders: Record<string, string[]> = Object.create(null)
  for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i] ?? ''
    multiValueHeaders[name] = [...(multiValueHeaders[name] ?? []), request.rawHeaders[i + 1] ?? '']
  }
  const multiValueQuery: Record<string, string[]> = Object.create(null)
  for (const name of new Set(url.searchParams.keys())) {
    multiValueQuery[name] = url.searchParams.getAll(name)
  }
  const hasQuery = Object.keys(multiValueQuery).length > 0
  const method = request.method ?? 'GET'
  return {
    resource: url.pathname,
    path: url.pathname,
    httpMethod: method,
    headers: lastValues(multiValueHeaders),
    multiValueHeaders,
    queryStringParameters: hasQuery ? lastValues(multiValueQuery) : null,
    multiValueQueryStringParameters: hasQuery ? multiValueQuery : null,
    pathParameters: null,
    stageVariables: null,
    body,
    isBase64Encoded: false,
    requestContext: {
      accountId: '000000000000',
      apiId: api,
      authorizer: {},
      protocol: `HTTP/${request.httpVersion}`,
      httpMethod: method,
      identity: {
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        userAgent: request.headers['user-agent'] ?? null,
      } as APIGatewayProxyEvent['requestContext']['identity'],
      path: url.pathname,
      stage,
      requestId,
      extendedRequestId: requestId,
      requestTimeEpoch: Date.now(),
      resourceId: url.pathname,
      resourcePath: url.pathname,
    },
  }
}

/** The event the REQUEST authorizer gets for a call. */
export function toAuthorizerEvent(event: APIGatewayProxyEvent): APIGatewayRequestAuthorizerEvent {
  const { authorizer: _, ...requestContext } = event.requestContext
  return {
    ...event,
    type: 'REQUEST',
    methodArn: `${arn}/${stage}/${event.httpMethod}${event.path}`,
    requestContext: requestContext as APIGatewayRequestAuthorizerEvent['requestContext'],
  }
}

function lastValues(multi: Record<string, string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(multi).map(([name, values]) => [name, values.at(-1)!]))
}

import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent } from 'aws-lambda'
import type { MatchedPath } from './path-routes.ts'

const stage = 'v1'
const api = 'local'
const arn = `arn:aws:execute-api:local:000000000000:${api}`

/**
 * Builds the event that API Gateway (REST, Lambda proxy) sends for this request, without its body. As there, the plain
 * maps contain the last value of a repeated header or parameter, and the `multiValue` maps all values.
 */
export function toEvent(
  request: IncomingMessage,
  { path, template, parameters: pathParameters }: MatchedPath,
  parameters: readonly [name: string, value: string][],
  requestId: string,
): APIGatewayProxyEvent {
  // Without a prototype, because a header may be named `constructor`.
  const multiValueHeaders: Record<string, string[]> = Object.create(null)
  for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i] ?? ''
    multiValueHeaders[name] ??= []
    multiValueHeaders[name].push(request.rawHeaders[i + 1] ?? '')
  }
  const multiValueQuery: Record<string, string[]> = Object.create(null)
  for (const [name, value] of parameters) {
    multiValueQuery[name] ??= []
    multiValueQuery[name].push(value)
  }
  const hasQuery = Object.keys(multiValueQuery).length > 0
  const method = request.method ?? 'GET'
  return {
    resource: template,
    path,
    httpMethod: method,
    headers: pickLastValues(multiValueHeaders),
    multiValueHeaders,
    queryStringParameters: hasQuery ? pickLastValues(multiValueQuery) : null,
    multiValueQueryStringParameters: hasQuery ? multiValueQuery : null,
    pathParameters,
    stageVariables: null,
    body: null,
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
      path,
      stage,
      requestId,
      extendedRequestId: requestId,
      requestTimeEpoch: Date.now(),
      resourceId: template,
      resourcePath: template,
    },
  }
}

/** Adds the body to the event: as text, or in base64 when the bytes are not UTF-8. */
export function withBody(event: APIGatewayProxyEvent, body: Buffer): APIGatewayProxyEvent {
  if (body.length === 0) return event
  const isBase64Encoded = !isUtf8(body)
  return { ...event, body: body.toString(isBase64Encoded ? 'base64' : 'utf8'), isBase64Encoded }
}

/** Converts the event of a call to that of a REQUEST authorizer. Call it before {@link withBody}. */
export function toAuthorizerEvent(event: APIGatewayProxyEvent): APIGatewayRequestAuthorizerEvent {
  const { authorizer: _, ...requestContext } = event.requestContext
  return {
    ...event,
    type: 'REQUEST',
    methodArn: `${arn}/${stage}/${event.httpMethod}${event.path}`,
    requestContext: requestContext as APIGatewayRequestAuthorizerEvent['requestContext'],
  }
}

function pickLastValues(multi: Record<string, string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(multi).map(([name, values]) => [name, values.at(-1)!]))
}

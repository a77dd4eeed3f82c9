import {
  AuthorizationType,
  type Method,
  MockIntegration,
  PassthroughBehavior,
  type Resource,
  ResponseType,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway'
import { type GatewayResponseType, gatewayResponses } from '#platform/api'

/** Sets the statuses and bodies of the gateway's own refusals, from the table that the local gateway uses too. */
export function addGatewayResponses(api: RestApi): void {
  for (const [type, { status, headers, body }] of Object.entries(gatewayResponses)) {
    // API Gateway lacks this type: the firewall sends the response.
    if (type === ('METHOD_NOT_ALLOWED' satisfies GatewayResponseType)) continue
    api.addGatewayResponse(type, {
      type: ResponseType.of(type),
      statusCode: String(status),
      responseHeaders: mapHeaders(headers),
      templates: { 'application/json': JSON.stringify(body) },
    })
  }
}

/**
 * Answers `GET /health` from the gateway, with the region. Callers without a key thus cannot start a function or read a
 * store.
 */
export function addShallowHealth(resource: Resource, regions: readonly string[]): Method {
  const headers = { 'x-request-id': '$context.extendedRequestId', 'cache-control': 'no-store' }
  const served = regions.length === 1 ? { region: regions[0] } : { regions }
  return addFixedAnswer(resource, 'GET', {
    status: 200,
    headers,
    body: { status: 'ok', ...served },
  })
}

type FixedAnswer = { status: number; headers: Record<string, string>; body: object }

function addFixedAnswer(
  resource: Resource,
  method: string,
  { status, headers, body }: FixedAnswer,
): Method {
  const parameters = Object.entries(mapHeaders(headers)).map(([name, value]) => [
    `method.response.header.${name}`,
    value,
  ])
  const integration = new MockIntegration({
    passthroughBehavior: PassthroughBehavior.NEVER,
    requestTemplates: { 'application/json': JSON.stringify({ statusCode: status }) },
    integrationResponses: [
      {
        statusCode: String(status),
        responseParameters: Object.fromEntries(parameters),
        responseTemplates: { 'application/json': JSON.stringify(body) },
      },
    ],
  })
  return resource.addMethod(method, integration, {
    authorizationType: AuthorizationType.NONE,
    methodResponses: [
      {
        statusCode: String(status),
        responseParameters: Object.fromEntries(parameters.map(([name]) => [name, true])),
      },
    ],
  })
}

/** Converts headers to mappings of the gateway: `$context.x` is a variable, everything else a quoted constant. */
function mapHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      // The gateway derives it from the type of the template.
      .filter(([name]) => name !== 'content-type')
      .map(([name, value]) => [name, value.startsWith('$') ? value.slice(1) : `'${value}'`]),
  )
}

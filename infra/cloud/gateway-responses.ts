import {
  AuthorizationType,
  type Method,
  MockIntegration,
  PassthroughBehavior,
  type Resource,
  ResponseType,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway'
import { type GatewayResponseType, gatewayResponses } from '../../lib/api/index.ts'

/** Gives the refusals of the gateway itself the bodies and statuses of the one table. */
export function addGatewayResponses(api: RestApi): void {
  for (const [type, { status, headers, body }] of Object.entries(gatewayResponses)) {
    if (type === ('METHOD_NOT_ALLOWED' satisfies GatewayResponseType)) continue
    api.addGatewayResponse(type, {
      type: ResponseType.of(type),
      statusCode: String(status),
      responseHeaders: mapped(headers),
      templates: { 'application/json': JSON.stringify(body) },
    })
  }
}

/**
 * Says that the gateway answers, and for which region, at the price of a request: no function is started
 * and no store read for somebody without a key.
 */
export function addShallowHealth(resource: Resource, region: string): Method {
  const headers = { 'x-request-id': '$context.extendedRequestId', 'cache-control': 'no-store' }
  return addFixedAnswer(resource, 'GET', { status: 200, headers, body: { status: 'ok', region } })
}

/**
 * Answers every method of a path that no operation takes with 405. A mock of the gateway does it, so
 * it costs no function; a body that is declared as anything but JSON gets 415 instead.
 */
export function refuseOtherMethods(resource: Resource, allowed: readonly string[]): void {
  const { status, headers, body } = gatewayResponses.METHOD_NOT_ALLOWED
  const allow = allowed.join(', ')
  addFixedAnswer(resource, 'ANY', { status, headers: { ...headers, allow }, body })
}

type FixedAnswer = { status: number; headers: Record<string, string>; body: object }

function addFixedAnswer(
  resource: Resource,
  method: string,
  { status, headers, body }: FixedAnswer,
): Method {
  const parameters = Object.entries(mapped(headers)).map(([name, value]) => [
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

/** Headers as the gateway maps them: `$context.x` is its variable, all else a quoted constant. */
function mapped(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      // The gateway sets it itself, from the type of the template.
      .filter(([name]) => name !== 'content-type')
      .map(([name, value]) => [name, value.startsWith('$') ? value.slice(1) : `'${value}'`]),
  )
}

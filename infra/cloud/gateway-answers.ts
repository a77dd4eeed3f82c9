import {
  AuthorizationType,
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
 * Answers every method of a path that no operation takes with 405. A mock of the gateway does it, so
 * it costs no function; a body that is declared as anything but JSON gets 415 instead.
 */
export function refuseOtherMethods(resource: Resource, allowed: readonly string[]): void {
  const { status, headers, body } = gatewayResponses.METHOD_NOT_ALLOWED
  const sent = mapped({ ...headers, allow: allowed.join(', ') })
  const parameters = Object.entries(sent).map(([name, value]) => [
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
  resource.addMethod('ANY', integration, {
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

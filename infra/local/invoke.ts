import type {
  APIGatewayAuthorizerResult,
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  APIGatewayRequestAuthorizerEvent,
} from 'aws-lambda'
import {
  type GatewayResponseType,
  gatewayResponses,
  type InvocationContext,
  logger,
} from '#platform/api'
import { toAuthorizerEvent } from './event.ts'

export type Authorizer = (
  event: APIGatewayRequestAuthorizerEvent,
) => Promise<APIGatewayAuthorizerResult>

export type Handler = (
  event: APIGatewayProxyEvent,
  context?: InvocationContext,
) => Promise<APIGatewayProxyResult>

/** Handles a routed call as API Gateway does: authorizer, then function. */
export async function invoke(
  event: APIGatewayProxyEvent,
  authorizer: Authorizer,
  handler: Handler,
  context: InvocationContext = {},
): Promise<APIGatewayProxyResult> {
  const { requestId } = event.requestContext
  let decision: APIGatewayAuthorizerResult
  try {
    decision = await authorizer(toAuthorizerEvent(event))
  } catch (error) {
    // API Gateway recognises only this text; it treats any other error of an authorizer as a fault.
    const refused = error instanceof Error && error.message === 'Unauthorized'
    if (!refused)
      logger.error('authorizer failed', { request_id: requestId, error: error as Error })
    return renderGatewayResponse(refused ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE', { requestId })
  }
  const authorizerContext = decision.context ?? {}
  if (decision.policyDocument.Statement.some(({ Effect }) => Effect !== 'Allow')) {
    return renderGatewayResponse('ACCESS_DENIED', {
      requestId,
      'authorizer.message': authorizerContext.message,
    })
  }
  try {
    const authorizer = { ...authorizerContext, principalId: decision.principalId }
    return await handler(
      { ...event, requestContext: { ...event.requestContext, authorizer } },
      context,
    )
  } catch (error) {
    logger.error('function failed', { request_id: requestId, error: error as Error })
    return renderGatewayResponse('INTEGRATION_FAILURE', { requestId })
  }
}

/**
 * Renders a row of the gateway-response table, with `values` for its `$context.<name>`. The local gateway does not
 * accept request ids from callers, so its own id is also the `extendedRequestId`.
 */
export function renderGatewayResponse(
  type: GatewayResponseType,
  values: Record<string, unknown>,
  headers: Record<string, string> = {},
): APIGatewayProxyResult {
  const response = gatewayResponses[type]
  const context = { extendedRequestId: values.requestId, ...values } as Record<string, unknown>
  const fill = (value: unknown) =>
    typeof value === 'string' && value.startsWith('$context.')
      ? String(context[value.slice('$context.'.length)] ?? '')
      : value
  const filled = (record: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, fill(value)]))
  return {
    statusCode: response.status,
    headers: { ...(filled(response.headers) as Record<string, string>), ...headers },
    body: JSON.stringify(filled(response.body)),
  }
}

import { MetricUnit } from '@aws-lambda-powertools/metrics'
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda'
import {
  type AccountStore,
  authorize,
  type Caller,
  type Decision,
  openAccounts,
  type RateLimit,
  readDefaultRateLimit,
  withBearerKey,
} from '#platform/accounts'
import { logger, metrics } from '#platform/api'
import { toolServer } from '../mcp/route.ts'

/**
 * Makes the REQUEST authorizer of the gateway, which has three outcomes: the error `Unauthorized` (401 with its own
 * text), a Deny policy (403 with the message of the context) and an Allow policy, whose context identifies the
 * caller. Any other error is a fault. 429 is not possible: a key over its rate limit is allowed with
 * `retryAfterSeconds` in the context, and the function refuses it first. The tool server's route also accepts the key
 * as a Bearer token.
 *
 * The message must be a constant, because the gateway inserts it unescaped into a JSON template.
 */
export function makeAuthorizer(
  accounts: () => Promise<Pick<AccountStore, 'authenticate' | 'admit'>>,
  defaultLimit: RateLimit | undefined = readDefaultRateLimit(),
) {
  return async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
    // The plain map only contains the last value of a repeated header.
    const headers = event.multiValueHeaders ?? event.headers ?? {}
    const isForTools = event.resource === toolServer.path
    const decision = await authorize(
      isForTools ? withBearerKey(headers) : headers,
      await accounts(),
      defaultLimit,
    )
    if (decision.kind === 'allow') {
      return makePolicy(
        'Allow',
        event.methodArn,
        decision.caller.accountId,
        makeContext(decision.caller),
      )
    }
    if (decision.kind === 'throttled') {
      const { caller, retryAfterSeconds } = decision
      metrics.singleMetric().addMetric('Throttled', MetricUnit.Count, 1)
      return makePolicy('Allow', event.methodArn, caller.accountId, {
        ...makeContext(caller),
        retryAfterSeconds: String(retryAfterSeconds),
      })
    }
    record(decision, event.requestContext?.requestId)
    if (decision.kind === 'unauthorized') throw new Error('Unauthorized')
    const principal = decision.caller?.accountId ?? 'unknown'
    return makePolicy('Deny', event.methodArn, principal, { message: decision.message })
  }
}

export const handler = makeAuthorizer(() => openAccounts())

function makeContext({ accountId, keyId, balance, grants }: Caller): Record<string, string> {
  return { accountId, keyId, balance: String(balance), grants: grants.join(',') }
}

function makePolicy(
  effect: 'Allow' | 'Deny',
  resource: string,
  principalId: string,
  context: Record<string, string>,
): APIGatewayAuthorizerResult {
  return {
    principalId,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: effect, Resource: resource }],
    },
    context,
  }
}

/** Records a refusal. A 401 counts as an error of this function, so refusals have their own metric. */
function record(decision: Extract<Decision, { reason: string }>, requestId: string | undefined) {
  const { reason } = decision
  const caller = decision.kind === 'forbidden' ? decision.caller : undefined
  // Log nothing derived from the key: its hash would identify it in a leaked table.
  logger.info('call refused', {
    request_id: requestId,
    reason,
    account_id: caller?.accountId,
    key_id: caller?.keyId,
  })
  metrics.singleMetric().addDimensions({ reason }).addMetric('AuthDenied', MetricUnit.Count, 1)
}

import type {
  APIGatewayProxyEventV2WithIAMAuthorizer,
  APIGatewayProxyStructuredResultV2,
} from 'aws-lambda'
import { type ConsoleStores, consoleAnswer, isConsoleAction, runConsoleAction } from '#console'
import { openJobs } from '#places/jobs'
import { openAccounts } from '#platform/accounts'
import { logger } from '#platform/api'
import { ApiError } from '#platform/errors'

type ConsoleEvent = Pick<
  APIGatewayProxyEventV2WithIAMAuthorizer,
  'rawPath' | 'headers' | 'body' | 'isBase64Encoded'
> & {
  requestContext: {
    http: { method: string }
    /** Who signed the call; the function URL lets nobody else in. */
    authorizer?: { iam?: { userArn?: string } }
  }
}

/**
 * Makes the handler of the operator's console, `POST /ACTION` of a function URL that takes calls signed with IAM
 * credentials alone. The log has each action with who did it, and neither inputs nor keys.
 */
export function operatorConsole(open: () => Promise<ConsoleStores>) {
  const handler = async (event: ConsoleEvent): Promise<APIGatewayProxyStructuredResultV2> => {
    const action = event.rawPath.slice(1)
    const by = event.requestContext.authorizer?.iam?.userArn
    const answer = await consoleAnswer(
      async () => {
        // The URL has refused it before; this holds if somebody opens the URL.
        if (!by) throw new ApiError('forbidden', 'Sign the call with IAM credentials.')
        return await runConsoleAction({ action, body: bodyOf(event) }, open)
      },
      (error) => logger.error('the console failed', { error: (error.cause ?? error) as Error }),
    )
    // A path is what the caller likes; only names of actions are written.
    const name = isConsoleAction(action) ? action : 'unknown'
    logger.info('console', { action: name, status: answer.statusCode, by: by ?? 'nobody' })
    return answer
  }
  return Object.assign(handler, { warm: open })
}

function bodyOf({ requestContext, headers, body = '', isBase64Encoded }: ConsoleEvent): string {
  if (requestContext.http.method !== 'POST') {
    throw new ApiError('method_not_allowed', undefined, { headers: { allow: 'POST' } })
  }
  if (headers['content-type'] !== 'application/json') throw new ApiError('unsupported_media_type')
  return isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body
}

export const handler = operatorConsole(async () => ({
  accounts: await openAccounts(),
  jobs: await openJobs(),
  place: `${process.env.CAIRN_DEPLOYMENT} in ${process.env.AWS_REGION}`,
}))

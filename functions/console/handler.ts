import type {
  APIGatewayProxyEventV2WithIAMAuthorizer,
  APIGatewayProxyStructuredResultV2,
} from 'aws-lambda'
import { answerConsoleCall, type ConsoleStores, isConsoleAction, runConsoleAction } from '#console'
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
    /** Signer of the call; the function URL rejects unsigned calls. */
    authorizer?: { iam?: { userArn?: string } }
  }
}

/**
 * Makes the handler of the operator's console, `POST /ACTION` of a function URL that only accepts calls signed with
 * IAM credentials. The log contains each action and its signer, but neither inputs nor keys.
 */
export function makeConsoleHandler(open: () => Promise<ConsoleStores>) {
  const handler = async (event: ConsoleEvent): Promise<APIGatewayProxyStructuredResultV2> => {
    const action = event.rawPath.slice(1)
    const by = event.requestContext.authorizer?.iam?.userArn
    const answer = await answerConsoleCall(
      async () => {
        // The URL has already refused unsigned calls; this check still holds if the URL is ever opened to the public.
        if (!by) throw new ApiError('forbidden', 'Sign the call with IAM credentials.')
        return await runConsoleAction({ action, body: readBody(event) }, open)
      },
      (error) => logger.error('the console failed', { error: (error.cause ?? error) as Error }),
    )
    // The path is the caller's text; only names of actions are logged.
    const name = isConsoleAction(action) ? action : 'unknown'
    logger.info('console', { action: name, status: answer.statusCode, by: by ?? 'nobody' })
    return answer
  }
  return Object.assign(handler, { warm: open })
}

function readBody({ requestContext, headers, body = '', isBase64Encoded }: ConsoleEvent): string {
  if (requestContext.http.method !== 'POST') {
    throw new ApiError('method_not_allowed', undefined, { headers: { allow: 'POST' } })
  }
  if (headers['content-type'] !== 'application/json') throw new ApiError('unsupported_media_type')
  return isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body
}

export const handler = makeConsoleHandler(async () => ({
  accounts: await openAccounts(),
  jobs: await openJobs(),
  place: `${process.env.CAIRN_DEPLOYMENT} in ${process.env.AWS_REGION}`,
}))

import type { APIGatewayProxyResult } from 'aws-lambda'
import { AwsClient } from 'aws4fetch'
import { ApiError, unavailable } from '#platform/errors'
import type { OperationFunctions } from '../port.ts'

/** Time after `answerBy` in which an answer that was charged just before may still arrive, ms. */
const arrivalMs = 500

/** Environment variables of a function that invokes others. */
export interface LambdaEnvironment {
  AWS_REGION?: string | undefined
  AWS_ACCESS_KEY_ID?: string | undefined
  AWS_SECRET_ACCESS_KEY?: string | undefined
  AWS_SESSION_TOKEN?: string | undefined
  /** Replaces the address of the Lambda API. */
  AWS_ENDPOINT_URL_LAMBDA?: string | undefined
  /** Trace of the invocation in progress. */
  _X_AMZN_TRACE_ID?: string | undefined
}

/**
 * Invokes the functions of operations on Lambda, with `Invoke` of its API (version 2015-03-31), which waits for the
 * answer. `X-Amz-Client-Context` carries the limits.
 *
 * @param names Names or ARNs of the functions by operation id.
 * @param environment Read at each call, because the platform replaces the trace.
 */
export function openLambdaFunctions(
  names: Readonly<Record<string, string>>,
  environment: LambdaEnvironment,
): OperationFunctions {
  const region = environment.AWS_REGION ?? ''
  const home = environment.AWS_ENDPOINT_URL_LAMBDA || `https://lambda.${region}.amazonaws.com`
  const client = new AwsClient({
    accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
    ...(environment.AWS_SESSION_TOKEN && { sessionToken: environment.AWS_SESSION_TOKEN }),
    service: 'lambda',
    region,
    // Invoking a function twice would charge twice.
    retries: 0,
  })
  return {
    async invoke(operation, event, { answerBy, maxAnswerBytes, idempotencyKey }) {
      const name = names[operation]
      if (!name) throw unavailable(new Error(`no name is set for the function of ${operation}`))
      const context = JSON.stringify({ custom: { answerBy, maxAnswerBytes, idempotencyKey } })
      const trace = environment._X_AMZN_TRACE_ID
      const signal = AbortSignal.timeout(Math.max(0, answerBy + arrivalMs - Date.now()))
      try {
        const response = await client.fetch(
          `${home}/2015-03-31/functions/${encodeURIComponent(name)}/invocations`,
          {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'x-amz-client-context': Buffer.from(context).toString('base64'),
              ...(trace && { 'x-amzn-trace-id': trace }),
            },
            body: JSON.stringify(event),
            signal,
          },
        )
        return await readResult(response, operation)
      } catch (error) {
        if (error instanceof ApiError) throw error
        throw signal.aborted ? new ApiError('gateway_timeout') : unavailable(error)
      }
    },
  }
}

async function readResult(response: Response, operation: string): Promise<APIGatewayProxyResult> {
  const text = await response.text()
  const failure = response.headers.get('x-amz-function-error')
  if (response.ok && !failure) return JSON.parse(text)
  // Lambda's own text names functions, so it is only logged.
  const reason = failure ?? `${response.status} ${response.headers.get('x-amzn-errortype') ?? ''}`
  throw unavailable(
    new Error(`Lambda answered for ${operation}: ${reason} ${text.slice(0, 500)}`.trim()),
  )
}
